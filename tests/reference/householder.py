"""Stewart's product, one dense reflector after the other, in plain NumPy."""

import numpy as np


def haar_by_reflectors(n_rows, normals):
    """O = H_n D_n ... H_1 D_1 with every factor written out as an n × n matrix."""
    product = np.eye(n_rows)
    for size in range(n_rows, 0, -1):
        drawn = normals(size)
        first = n_rows - size
        reflector = np.eye(n_rows)
        flip = np.eye(n_rows)
        if size == 1:
            flip[first, first] = 1.0 if drawn[0] >= 0 else -1.0
        else:
            sign = 1.0 if drawn[0] >= 0 else -1.0
            direction = drawn.copy()
            direction[0] += sign * np.linalg.norm(drawn)
            outer = np.outer(direction, direction)
            reflector[first:, first:] -= 2 * outer / (direction @ direction)
            flip[first, first] = -sign
        product = product @ reflector @ flip
    return product
