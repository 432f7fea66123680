"""Bound the depth of the trees in a returned model: the runtime builds them by recursion.

In:  a node of a model that holds trees, its parts already looked through.
Out: nothing, or a refusal. Nothing is run. Anybody may run this.

A chain of some ten thousand branches in one small file ends the whole process, not the call.
"""

from typing import Any

import numpy as np
from jaxtyping import Bool, Int64

from concordant.errors.wire import ModelUnreadable, ModelUnsafe
from concordant.linalg.arrays import Array

MOST_LEVELS = 1000
_LEAF = b"LEAF"
_LISTS = (
    "nodes_treeids",
    "nodes_nodeids",
    "nodes_truenodeids",
    "nodes_falsenodeids",
    "nodes_modes",
)


def require_shallow_trees(node: Any) -> None:
    """Refuse trees of more than ``MOST_LEVELS`` levels of branches."""
    lists = {each.name: each for each in node.attribute if each.name in _LISTS}
    trees, names, truths, lies = (
        np.array(lists[name].ints if name in lists else (), dtype=np.int64) for name in _LISTS[:4]
    )
    modes = lists["nodes_modes"].strings if "nodes_modes" in lists else ()
    if len({len(trees), len(names), len(truths), len(lies), len(modes)}) != 1:
        raise ModelUnreadable(reason="the lists of its trees have different lengths")
    branches = np.array([mode != _LEAF for mode in modes], dtype=np.bool_)
    children = _find_children(trees, names, truths, lies)
    level = branches
    for _ in range(MOST_LEVELS):
        if not level.any():
            return
        below = np.zeros_like(branches)
        reached = children[:, level].ravel()
        below[reached[reached >= 0]] = True
        level = below & branches
    raise ModelUnsafe(part=f"a tree of more than {MOST_LEVELS} levels, or one without an end")


def _find_children(
    trees: Int64[Array, " nodes"],
    names: Int64[Array, " nodes"],
    truths: Int64[Array, " nodes"],
    lies: Int64[Array, " nodes"],
) -> Int64[Array, "2 nodes"]:
    """Return the places of each node's two children, -1 where there is none of that name."""
    n_nodes = len(trees)
    tree_of = np.unique(trees, return_inverse=True)[1].reshape(-1)
    spelled = np.unique(np.concatenate([names, truths, lies]), return_inverse=True)[1]
    # One number for each pair of tree and name; neither is larger than three times the nodes.
    keys = (spelled.reshape(3, n_nodes) + tree_of * 3 * n_nodes).astype(np.int64)
    order = np.argsort(keys[0], kind="stable")
    known = keys[0][order]
    places = np.searchsorted(known, keys[1:]).clip(max=max(n_nodes - 1, 0))
    is_there: Bool[Array, "2 nodes"] = known[places] == keys[1:]
    return np.where(is_there, order[places], -1).astype(np.int64)
