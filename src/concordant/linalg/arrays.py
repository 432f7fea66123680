"""The one name for "a NumPy array" that shape annotations are written with.

``Float[Array, "rows dims"]`` reads as a shape for people, is an ``ndarray`` for the type
checker, and is checked against the real shape in every test run (jaxtyping and beartype).
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    Array: TypeAlias = npt.NDArray[Any]
else:
    Array = np.ndarray
