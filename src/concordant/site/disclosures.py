"""What each array of each message tells, in plain words.

In:  the kind of a message and the name of an array.
Out: sentences. Whoever adds an array to a message writes its sentence here: `preview` fails
     without it. Anybody may run this.
"""

from collections.abc import Mapping

from concordant.terms.recipes import RECIPES
from concordant.wire.messages import Message, ReturnBundle

DISCLOSURES: Mapping[tuple[str, str], str] = {
    ("view", "view"): (
        "The directions in which this site's rows vary most, clipped and blurred, in the pact's "
        "secret coordinates. The analyst learns how they compare with other sites' directions. "
        "A holder of the pact learns the directions themselves. No row and no label is in it."
    ),
    ("bundle", "anchor_view"): (
        "This site's secret basis, in the pact's secret coordinates. The analyst learns how it "
        "compares with other sites'. A holder of the pact learns the basis, and with the rows "
        "below turns them back into the table, up to what the dimensions drop."
    ),
    ("bundle", "rows"): (
        "Every row, projected, in a fresh random order. Distances between rows within the span, "
        "clusters and odd rows stay visible. Known persons' rows are a key to the others. This "
        "is pseudonymised personal data, not anonymous data."
    ),
    ("bundle", "row_scale"): (
        "The largest value of each projected column, which is one row's own, so that single bytes "
        "can be read again."
    ),
    ("bundle", "labels"): (
        "The label of every row. Labels are a join key: whoever knows a person's label narrows "
        "the search to the rows that share it. The number of rows per label is visible."
    ),
    ("bundle", "groups"): (
        "Random integers that say which rows belong to one person, and how many rows a person "
        "has. The keys of the table stay here."
    ),
    ("span", "span"): (
        "The directions that all sites share best, in the pact's secret coordinates. Every site "
        "can turn them back and learns an average of the other sites' directions: with two sites "
        "the other's exactly. It holds no row and no label."
    ),
    ("return", "map"): (
        "How this site's coordinates turn into the common ones. It is of use only together with "
        "this site's secret basis."
    ),
    ("return", "centre"): "The mean of all sites' rows in the common coordinates.",
    ("return", "scale"): "The spread of all sites' rows in the common coordinates.",
    ("return", "model"): (
        "The model trained on all sites' rows. A holder can test whether a known row was among "
        "them (membership inference), and thresholds of trees are taken from rows."
    ),
}

CONTAINS_ROWS = (
    "THIS MODEL CONTAINS ROWS OF THE SITES IT WAS TRAINED ON, and their maps turn them back. "
)

ARCHIVED = (
    "THIS MODEL IS AN ARCHIVE (skops), code that a site chooses to trust, type by type, and it "
    "holds all that the estimator keeps. "
)


def archived(message: Message) -> str:
    """Return the warning for a model that is no ONNX; empty for others."""
    is_archive = isinstance(message, ReturnBundle) and message.model_format == "skops"
    return ARCHIVED if is_archive else ""


def rows_inside(message: Message) -> str:
    """Return the warning for a model whose recipe stores training rows; empty for others."""
    recipe = RECIPES.get(message.recipe_name) if isinstance(message, ReturnBundle) else None
    return CONTAINS_ROWS if recipe is not None and recipe.contains_rows else ""
