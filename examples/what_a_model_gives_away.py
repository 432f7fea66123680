"""What a model gives away: handwritten digits of other sites, read out of a support vector machine.

Six sites train together on digits. The model that comes back to every site is a support vector
machine, and such a machine *is* a choice of the rows that it was trained on. The site "north" is
honest until its return arrives; then it takes the support vectors of the others and turns them
back with what it knows anyway: its own basis and its own map. No other party has to help.

This is why `concordant analyst train` refuses models that contain rows, and offers the smooth
`kernel` model in their place, unless the terms of the study say in words that everybody accepts it.
"""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import onnx
from sklearn.datasets import load_digits

from concordant import train
from concordant.errors.analyst import ModelHoldsRows
from concordant.rehearsal.rehearsed_terms import confirmed, draft_terms, draw_pact
from concordant.rehearsal.uploads import upload_rows
from concordant.site.own_rows import encode_labelled_rows
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import table_from_frame

SITES = ("north", "east", "south", "west", "coast", "hills")
rng = np.random.default_rng(7)

# %% One study, played in memory: six sites with a hundred digits each.
digits = load_digits()
columns = {f"pixel {place}": values for place, values in enumerate(digits.data.T)}
table = table_from_frame({**columns, "digit": [f"digit {code}" for code in digits.target]})
terms = draft_terms(
    table, label="digit", task="classification", rng=rng, n_dims=30, span="agreed"
).charter
charter, pact = confirmed(terms), draw_pact(rng)
tables = {site: table.take(np.arange(100) + 100 * place) for place, site in enumerate(SITES)}
own = {site: encode_labelled_rows(charter, each) for site, each in tables.items()}
uploads = upload_rows(charter, pact, own, rng=rng)

# %% The analyst trains a support vector machine. The terms of this rehearsal allow it in words.
training = train(charter, uploads.bundles, model="svm", span=uploads.span, validate=False)
returned = training.returns["north"]

# %% At "north": the support vectors stand in the model file, in the common coordinates.
model = onnx.load_from_string(returned.model.tobytes())
machine = next(node for node in model.graph.node if node.op_type == "SVMClassifier")
vectors = next(field for field in machine.attribute if field.name == "support_vectors").floats
vectors = np.asarray(vectors).reshape(-1, charter.n_dims)

# Undo the scaling, then the map, then the basis: all three are in the hands of "north".
basis = uploads.releases["north"].basis.reveal()
decoded = (vectors * returned.scale + returned.centre) @ np.linalg.inv(returned.map) @ basis.T

# %% Only the author of this page can do the next step: find the true rows, to compare.
everybody = np.concatenate([encode_rows(charter, tables[site]).matrix for site in SITES])
owner = np.repeat(np.arange(len(SITES)), 100)
distances = np.linalg.norm(decoded[:, None, :] - everybody[None, :, :], axis=2)
nearest = distances.argmin(axis=1)
of_others = np.flatnonzero(owner[nearest] != SITES.index("north"))
likeness = np.array(
    [np.corrcoef(decoded[place], everybody[nearest[place]])[0, 1] for place in of_others]
)
print(
    f"The model of {training.n_rows} rows holds {len(vectors)} of them; {len(of_others)} belong to "
    f"other sites than north. Median correlation of a decoded digit with the true one: "
    f"{np.median(likeness):.2f}."
)

# %% Without those words in the terms, such a model is refused before anything is trained.
careful = confirmed(
    replace(charter, consents=replace(charter.consents, model_may_contain_rows=False))
)
refusal = ""
try:
    train(careful, uploads.bundles, model="svm", span=uploads.span)
except ModelHoldsRows as error:
    refusal = str(error)
print(f"Without the words in the terms: {refusal}")

# %% The picture: one digit of each kind, as its site has it and as "north" reads it.
used = [column for column in charter.columns if column.kind != "ignored"]


def picture(row: np.ndarray) -> np.ndarray:
    """Return an encoded row as eight by eight pixels; one that never varies is left white."""
    pixels = np.zeros(64)
    for column, value in zip(used, row, strict=True):
        grey = column.centre + column.scale * value if column.kind == "numeric" else value
        pixels[int(column.name.split()[1])] = grey
    return pixels.reshape(8, 8)


shown = [of_others[digits.target[nearest[of_others]] == code][0] for code in range(10)]
figure, axes = plt.subplots(2, 10, figsize=(9, 2.6), layout="constrained")
for column, place in enumerate(shown):
    pair = (everybody[nearest[place]], decoded[place])
    for axis, row in zip(axes[:, column], pair, strict=True):
        axis.imshow(picture(row), cmap="gray_r", vmin=0, vmax=16)
        axis.set(xticks=[], yticks=[])
axes[0, 0].set_ylabel("at its site")
axes[1, 0].set_ylabel('read by\n"north"')
figure.suptitle("Rows of other sites, read out of the support vector machine that came back")
figure.savefig("what_a_model_gives_away.png", dpi=120)
