"""Sites alone against together: what each of twelve clinics gains.

Breast tumours, benign or malignant, thirty measurements each. Twelve clinics have some thirty
patients each, and keep a third of them back to see how well they predict. Each clinic trains alone
on all its columns; then all train together, where ten numbers of every row leave a clinic.

One cut of a small table says little, so the cut is made ten times.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from concordant import CollaborativeClassifier

N_CLINICS, N_CUTS = 12, 10
X, y = load_breast_cancer(return_X_y=True)
clinics = np.array([f"clinic {number:02d}" for number in range(1, N_CLINICS + 1)])


def score_once(cut: int) -> tuple[np.ndarray, np.ndarray]:
    """Return every clinic's accuracy on the patients it kept back: alone, and together."""
    rng = np.random.default_rng(cut)
    owner = clinics[rng.permutation(len(y)) % N_CLINICS]
    kept_back = rng.random(len(y)) < 1 / 3
    together = CollaborativeClassifier(span="agreed", n_dims=10, random_state=cut)
    together.fit(X[~kept_back], y[~kept_back], sites=owner[~kept_back])
    scores = []
    for clinic in clinics:
        own, new = (owner == clinic) & ~kept_back, (owner == clinic) & kept_back
        alone = make_pipeline(StandardScaler(), LogisticRegression()).fit(X[own], y[own])
        # The clinic predicts on its own machine, with its own basis and its own map.
        of_all = together.score(X[new], y[new], sites=owner[new])
        scores.append((alone.score(X[new], y[new]), of_all))
    alone_scores, together_scores = np.array(scores).T
    return alone_scores, together_scores


# %% Means over the cuts, clinic by clinic; the gain is paired.
results = np.array([score_once(cut) for cut in range(N_CUTS)])
alone, together = results[:, 0], results[:, 1]
gains = together - alone
of_cuts = gains.mean(axis=1)
half = 2.262 * of_cuts.std(ddof=1) / np.sqrt(N_CUTS)  # Student's t with nine degrees of freedom
print(
    f"Alone {alone.mean():.1%}, together {together.mean():.1%}: the average clinic gains "
    f"{100 * of_cuts.mean():.1f} ± {100 * half:.1f} points (95 %, {N_CUTS} cuts)."
)

# %% The picture: one line a clinic, from alone to together.
figure, axis = plt.subplots(figsize=(7, 4.2), layout="constrained")
order = np.argsort(alone.mean(axis=0))
places = np.arange(N_CLINICS)
axis.hlines(places, alone.mean(axis=0)[order], together.mean(axis=0)[order], color="0.75", lw=3)
axis.plot(alone.mean(axis=0)[order], places, "o", color="#b2182b", label="alone")
axis.plot(together.mean(axis=0)[order], places, "D", color="#2166ac", label="together")
axis.set_yticks(places, clinics[order])
axis.set_xlabel(f"accuracy on patients kept back, mean over {N_CUTS} cuts")
axis.xaxis.set_major_formatter(lambda value, _place: f"{100 * value:.0f} %")
axis.legend(loc="upper left", frameon=False)
axis.set_title("What each clinic gains by training together", loc="left")
axis.spines[["top", "right"]].set_visible(False)
figure.savefig("alone_or_together.png", dpi=110)
