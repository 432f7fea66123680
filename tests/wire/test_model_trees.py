"""Trees in a returned model are no deeper than a runtime can build without ending the process."""

import numpy as np
import pytest
from onnx import helper

from concordant.errors.wire import ModelUnreadable, ModelUnsafe
from concordant.wire.model import ModelRunner
from concordant.wire.model_trees import MOST_LEVELS, require_shallow_trees
from tests.onnx_models import N_DIMS, make_model


def chain_of_branches(n_levels: int, **changes: object):
    """Return a tree in which each branch has a leaf on one side and the next branch on the other.

    The even nodes are branches, the odd ones and the last are leaves, and each leaf says its level.
    """
    n_nodes = 2 * n_levels + 1
    is_branch = [place % 2 == 0 and place < n_nodes - 1 for place in range(n_nodes)]
    leaves = [place for place in range(n_nodes) if not is_branch[place]]
    attributes = {
        "nodes_treeids": [7] * n_nodes,
        "nodes_nodeids": list(range(n_nodes)),
        "nodes_featureids": [0] * n_nodes,
        "nodes_modes": ["BRANCH_LEQ" if each else "LEAF" for each in is_branch],
        "nodes_values": [float(place // 2) for place in range(n_nodes)],
        "nodes_truenodeids": [p + 1 if is_branch[p] else 0 for p in range(n_nodes)],
        "nodes_falsenodeids": [p + 2 if is_branch[p] else 0 for p in range(n_nodes)],
        "target_treeids": [7] * len(leaves),
        "target_nodeids": leaves,
        "target_ids": [0] * len(leaves),
        "target_weights": [float(place // 2) for place in leaves],
        "n_targets": 1,
    }
    return helper.make_node(
        "TreeEnsembleRegressor",
        ["features"],
        ["value"],
        domain="ai.onnx.ml",
        **(attributes | changes),
    )


def predict(node, features: np.ndarray) -> list[float]:
    raw = make_model([node]).SerializeToString()
    return ModelRunner(raw, N_DIMS).predict(features).values.tolist()


def test_a_tree_is_run_to_the_last_level_and_a_deeper_one_is_refused():
    features = np.full((2, N_DIMS), MOST_LEVELS, np.float32)
    assert predict(chain_of_branches(MOST_LEVELS - 1), features) == [MOST_LEVELS - 1] * 2
    with pytest.raises(ModelUnsafe, match="levels"):
        predict(chain_of_branches(MOST_LEVELS), features)


def test_names_of_another_tree_are_no_children():
    node = chain_of_branches(2, nodes_treeids=[0, 0, 1, 1, 1])
    require_shallow_trees(node)


def test_branches_that_lead_back_are_refused():
    with pytest.raises(ModelUnsafe, match="without an end"):
        require_shallow_trees(chain_of_branches(1, nodes_falsenodeids=[0, 0, 0]))


@pytest.mark.parametrize("name", ["nodes_treeids", "nodes_truenodeids"])
def test_lists_of_different_lengths_are_refused(name):
    with pytest.raises(ModelUnreadable, match="different lengths"):
        require_shallow_trees(chain_of_branches(2, **{name: [0]}))


def test_a_model_without_any_tree_is_left_to_the_runtime():
    require_shallow_trees(helper.make_node("TreeEnsembleRegressor", ["features"], ["value"]))
