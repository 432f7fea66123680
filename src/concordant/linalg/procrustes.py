"""Find the orthogonal matrix that a square matrix is nearest to.

In:  cross products of two views.
Out: the rotation between them. Pure algebra: both roles may run it.

This is the solver alone; the methods that need it (``analyst.methods``) do not know how it works.
"""

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array


def closest_orthogonal(cross: Float[Array, "*sites dims dims"]) -> Float[Array, "*sites dims dims"]:
    """Return the orthogonal matrix nearest to ``cross`` in Frobenius norm; one each for a stack.

    Unique when ``cross`` has full rank; otherwise one of several equally near ones.

    >>> import numpy as np
    >>> closest_orthogonal(np.diag([3.0, 0.5]))
    array([[1., 0.],
           [0., 1.]])
    """
    left, _, right = np.linalg.svd(cross)
    nearest: Float[Array, "*sites dims dims"] = left @ right
    return nearest
