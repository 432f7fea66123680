"""The published alignments, written line by line from the paper's formulas, in plain NumPy.

They import nothing of ours, take no care of speed, and are what our code is held against.
"""

import numpy as np


def odc(views, target=None):
    """A_i' A_1 O = U_i S_i V_i'; G_i = U_i V_i'."""
    target = np.eye(views[0].shape[1]) if target is None else target
    maps = []
    for view in views:
        left, _, right = np.linalg.svd(view.T @ views[0] @ target)
        maps.append(left @ right)
    return maps


def imakura(views, right_factor=None):
    """Z = U R, U the top left singular vectors of [A_1 ... A_c]; G_i = pinv(A_i) Z."""
    n_dims = views[0].shape[1]
    left, _, _ = np.linalg.svd(np.hstack(views), full_matrices=False)
    goal = left[:, :n_dims] @ (np.eye(n_dims) if right_factor is None else right_factor)
    return [np.linalg.pinv(view) @ goal for view in views]


def kawakami(views):
    """A_i = Q_i R_i; [Q_1 ... Q_c] = U S V'; G_i = inv(R_i) times block i of V's first columns."""
    n_dims = views[0].shape[1]
    factors = [np.linalg.qr(view) for view in views]
    _, _, right = np.linalg.svd(np.hstack([q for q, _ in factors]), full_matrices=False)
    leading = right[:n_dims].T
    return [
        np.linalg.inv(r) @ leading[site * n_dims : (site + 1) * n_dims]
        for site, (_, r) in enumerate(factors)
    ]


def auto(views, power=2.0):
    """G_i = inv(R_i) polar(Q_i' U) diag(w ** p), U and w of (1/c) sum Q_i Q_i'."""
    n_dims = views[0].shape[1]
    factors = [np.linalg.qr(view) for view in views]
    mean = sum(q @ q.T for q, _ in factors) / len(views)
    values, vectors = np.linalg.eigh(mean)
    values, vectors = values[::-1][:n_dims], vectors[:, ::-1][:, :n_dims]
    maps = []
    for q, r in factors:
        left, _, right = np.linalg.svd(q.T @ vectors)
        maps.append(np.linalg.inv(r) @ left @ right @ np.diag(values**power))
    return maps


def averaged_projector(views):
    """(1/c) sum A_i pinv(A_i): what the agreed span is made from."""
    return sum(view @ np.linalg.pinv(view) for view in views) / len(views)
