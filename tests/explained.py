"""A site that got a return with a linear model whose weights we choose, to be explained.

``make_site`` draws basis and map; with as many dims as features, ``give_coefficients`` makes the
model answer with coefficients of our choice.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from concordant.analyst.onnx_convert import convert_estimator
from concordant.site.basis import SecretBasis
from concordant.site.common_features import common_coordinates, common_features, common_weights
from concordant.site.explain import Explanation, explain
from concordant.site.explained_rows import ColumnBlock, ExplainedRows, column_blocks
from concordant.site.returned_model import AskModel, open_model
from concordant.terms.charter import Charter
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import Table, table_from_frame
from concordant.wire.messages import Envelope
from tests.returns import make_linear_return, model_bytes
from tests.worlds import draw_orthogonal


class ExplainedSite:
    """One site with its basis and its return; ``returned`` may be replaced."""

    def __init__(
        self, rng: np.random.Generator, charter: Charter, basis: np.ndarray | None = None
    ) -> None:
        if basis is None:
            basis = draw_orthogonal(rng, charter.n_features)[:, : charter.n_dims]
        self.charter = charter
        self.basis = SecretBasis(basis)
        self.sent = Envelope(charter.study_id, charter.terms_digest, "north", 1, "0" * 64)
        self.returned = make_linear_return(rng, charter, self.sent).message

    @property
    def weights(self) -> np.ndarray:
        """By how much each encoded number moves the common features."""
        return common_weights(self.basis, self.returned)

    @property
    def ask(self) -> AskModel:
        """The model of the return."""
        return open_model(self.charter, self.returned, ())

    def give_weights(self, weights: np.ndarray, offset: np.ndarray) -> None:
        """Make the model ``features @ weights + offset``, softmax of it for classes."""
        model = model_bytes(weights.astype(np.float32), offset.astype(np.float32), self.charter)
        self.returned = replace(self.returned, model=model)

    def give_coefficients(self, *scores: dict[str, float]) -> None:
        """Make the model answer each score with these coefficients of encoded numbers."""
        names = self.charter.feature_names
        encoded = np.array([[score.get(name, 0.0) for score in scores] for name in names])
        weights = np.linalg.solve(self.weights, encoded)
        # Brings the score of an empty row to 0, as far as single precision goes.
        shift = (self.returned.centre / self.returned.scale) @ weights
        self.give_weights(weights, shift)

    def train(self, estimator: Any, table: Table | dict[str, Any]) -> None:
        """Fit an estimator to the site's own common features and put it into the return."""
        source = table if isinstance(table, Table) else table_from_frame(table)
        rows = encode_rows(self.charter, source).matrix
        features = common_features(self.basis, self.returned, rows)
        estimator.fit(features.astype(np.float64), encode_labels(self.charter, source))
        model = convert_estimator(
            estimator,
            name="custom",
            known="",
            n_dims=self.charter.n_dims,
            n_classes=len(self.charter.classes),
        )
        self.returned = replace(self.returned, model=np.frombuffer(model, dtype=np.uint8))

    def rows(self, table: Table | dict[str, Any]) -> ExplainedRows:
        """Return rows as the parts of an explanation take them."""
        source = table if isinstance(table, Table) else table_from_frame(table)
        encoded = encode_rows(self.charter, source).matrix
        common = common_coordinates(self.basis, self.returned, encoded)
        truth = encode_labels(self.charter, source)
        return ExplainedRows(encoded, common, self.weights, truth)

    def block(self, name: str) -> ColumnBlock:
        """Return where a column stands."""
        return next(each for each in column_blocks(self.charter) if each.column.name == name)

    def explain(self, table: Table | dict[str, Any], **choices: Any) -> Explanation:
        """Explain, as a site does that knows what it sent."""
        choices = {"sent": self.sent} | choices
        return explain(self.charter, self.basis, self.returned, table, **choices)
