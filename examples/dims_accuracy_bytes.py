"""Dimensions against accuracy and bytes: how much of a row has to leave.

Every dimension more keeps more of a row: for the model, for whoever colludes with the analyst, and
on the wire. Twelve sites with some hundred digits each send 4 to 48 numbers of every digit, along a
random span that all of them draw from the pact, or along the span that they agreed on in a first
exchange without rows. The accuracy is that of digits kept back, each predicted by its own site; the
bytes are those of the files that one site would send. Below them, for scale: what a site sends in
ten rounds of averaging the weights of a network with 256 hidden units.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from concordant import CollaborativeClassifier
from concordant.terms.communication_files import bundle_bytes, view_bytes
from concordant.terms.communication_models import network_parameters

DIMS = (4, 8, 16, 24, 32, 48)
SPANS = {"shared": ("#ef8a62", "s"), "agreed": ("#2166ac", "D")}
N_CUTS, N_SITES, N_ROUNDS = 3, 12, 10
X, y = load_digits(return_X_y=True)


def play_once(cut: int, span: str, n_dims: int) -> tuple[float, int]:
    """Return the accuracy on digits kept back, and the bytes that the first site sent."""
    rng = np.random.default_rng(cut)
    is_new = rng.random(len(y)) < 0.3
    home = np.array([f"site {place:02d}" for place in rng.permutation(len(y)) % N_SITES])
    model = CollaborativeClassifier(
        span=span, n_dims=n_dims, estimator="kernel", random_state=cut
    ).fit(X[~is_new], y[~is_new], sites=home[~is_new])
    n_rows = int(np.count_nonzero(home[~is_new] == "site 00"))
    sent = bundle_bytes(model.charter_, "site-00", n_rows)
    if span == "agreed":
        sent += view_bytes(model.charter_, "site-00")
    return model.score(X[is_new], y[is_new], sites=home[is_new]), sent


# %% Both spans, all dimensions, three cuts.
accuracy, sent = {}, {}
for span in SPANS:
    played = np.array(
        [[play_once(cut, span, n_dims) for n_dims in DIMS] for cut in range(N_CUTS)]
    ).mean(axis=0)
    accuracy[span], sent[span] = played.T
    for n_dims, right, n_bytes in zip(DIMS, *played.T, strict=True):
        print(f"{span:6s} {n_dims:2d} dimensions: {right:.1%}, {n_bytes / 1000:.0f} kB a site")

# In every round a site sends all weights, four bytes each.
averaged = 4 * N_ROUNDS * network_parameters(64, 10)
print(f"{N_ROUNDS} rounds of averaging a network: {averaged / 1000:.0f} kB a site")

# %% The picture: accuracy by dimensions, and by what leaves.
figure, (by_dims, by_bytes) = plt.subplots(
    1, 2, figsize=(8.5, 3.6), sharey=True, layout="constrained"
)
for span, (colour, marker) in SPANS.items():
    style = {"marker": marker, "color": colour, "label": f"{span} span"}
    by_dims.plot(DIMS, accuracy[span], **style)
    by_bytes.plot(sent[span] / 1000, accuracy[span], **style)
by_bytes.axvline(averaged / 1000, color="0.5", ls="--", lw=1)
by_bytes.annotate(
    f"{N_ROUNDS} rounds of\naveraging a network",
    (averaged / 1000, accuracy["shared"][0]),
    xytext=(-6, 0),
    textcoords="offset points",
    ha="right",
    color="0.4",
)
by_bytes.set_xscale("log")
by_dims.set(xlabel="dimensions (of 64 columns)", ylabel="accuracy on digits kept back")
by_bytes.set(xlabel="kB that one site sends, once (log scale)")
by_dims.yaxis.set_major_formatter(lambda value, _place: f"{100 * value:.0f} %")
by_dims.legend(frameon=False, loc="lower right")
for axis in (by_dims, by_bytes):
    axis.spines[["top", "right"]].set_visible(False)
figure.savefig("dims_accuracy_bytes.png", dpi=110)
