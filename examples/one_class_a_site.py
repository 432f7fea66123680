"""One class a site: where the sites' own spans fail, and the agreed span does not.

Ten sites; the first has seen only zeros, the second only ones, and so on. None of them can learn
anything alone. Together they can; but a site that projects onto the directions of its *own* digits
drops what the other digits live on, and no alignment brings that back. With the agreed span the
sites first send views, without a row or a label in them, and then all project onto the span that
they share best.

New digits are brought in at every site alike. That is stated because it matters: if a site were
only asked about its own class, the name of the site would already be the answer.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.svm import SVC

from concordant import CollaborativeClassifier

DIMS = (4, 8, 12, 20, 30)
WAYS = {
    "ODC, own spans": {"span": "own", "method": "odc"},
    "auto, own spans": {"span": "own", "method": "auto"},
    "auto, shared span": {"span": "shared", "method": "auto"},
    "auto, agreed span": {"span": "agreed", "method": "auto"},
}
X, y = load_digits(return_X_y=True)


def score_once(cut: int, n_dims: int, way: dict[str, str]) -> float:
    """Return the accuracy on new digits, each asked at a site drawn at random."""
    rng = np.random.default_rng(cut)
    is_new = rng.random(len(y)) < 0.3
    home = np.array([f"only {code}" for code in y])
    model = CollaborativeClassifier(n_dims=n_dims, estimator=SVC(C=10), random_state=cut, **way)
    model.fit(X[~is_new], y[~is_new], sites=home[~is_new])
    asked_at = rng.choice(np.unique(home), is_new.sum())
    return model.score(X[is_new], y[is_new], sites=asked_at)


# %% Every way, every number of dimensions, three cuts.
scores = {
    name: np.array([[score_once(cut, n_dims, way) for n_dims in DIMS] for cut in range(3)])
    for name, way in WAYS.items()
}
for name, found in scores.items():
    told = ", ".join(f"{n}: {value:.1%}" for n, value in zip(DIMS, found.mean(axis=0), strict=True))
    print(f"{name:18s} accuracy by dimensions: {told}")

# %% The picture.
figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
styles = (
    ("o", "#b2182b", ":"),
    ("s", "#ef8a62", "--"),
    ("^", "#7b9dc9", "-."),
    ("D", "#2166ac", "-"),
)
for (name, found), (marker, colour, line) in zip(scores.items(), styles, strict=True):
    axis.plot(DIMS, found.mean(axis=0), line, marker=marker, color=colour, label=name)
axis.axhline(0.1, color="0.6", lw=1)
axis.annotate("any site alone", (DIMS[-1], 0.1), ha="right", va="bottom", color="0.4")
axis.set(xlabel="numbers that leave a site for each digit (of 64)", ylabel="accuracy on new digits")
axis.yaxis.set_major_formatter(lambda value, _place: f"{100 * value:.0f} %")
axis.legend(frameon=False, loc="center right")
axis.set_title("Ten sites that have seen one digit each", loc="left")
axis.spines[["top", "right"]].set_visible(False)
figure.savefig("one_class_a_site.png", dpi=110)
