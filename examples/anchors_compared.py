"""Anchors compared: why the shared anchor is a rotation here, and not random numbers.

Sites never show each other a row, so an analyst can only line them up by something that all of
them have: the anchor, a table that every site makes from the pact. The first papers fill it with
uniform random numbers. All its rows then point in much the same direction, and what is left is
stretched by chance; where the columns are many and the sites' own spans differ, the maps are wrong.
An orthonormal anchor shows the analyst the true angles between the bases, with fewer rows.

Four laboratories hold a made-up table in the manner of molecules: six hundred rare yes-or-no
features, active or not. Two have only active ones, two only the others. New molecules are dealt
to all laboratories alike. `concordant rehearse --condition diffspan-orth --anchors
uniform,gaussian,orthonormal` plays the same on a table of your own.
"""

import matplotlib.pyplot as plt
import numpy as np

from concordant.rehearsal.plan import Plan
from concordant.rehearsal.rehearse import rehearse
from concordant.rehearsal.run_line import ALL_SITES
from concordant.terms.table import table_from_frame

ANCHORS = {"orthonormal": "#2166ac", "gaussian": "#f4a582", "uniform": "#d6604d"}
METHODS = {"odc": "ODC", "auto": "auto"}
DIMS = (25, 50, 100, 150)

# %% Features depend on forty hidden causes, each feature with a rarity of its own.
rng = np.random.default_rng(0)
causes = rng.standard_normal((1600, 40))
strengths = causes @ rng.standard_normal((40, 600)) / np.sqrt(40)
bits = strengths + 0.8 * rng.standard_normal((1600, 600)) > rng.uniform(0.5, 2.6, 600)
active = causes[:, 0] + 0.3 * causes[:, 1] * causes[:, 2] + 0.3 * rng.standard_normal(1600) > 0
columns = {f"bit {place}": values.astype(float) for place, values in enumerate(bits.T)}
table = table_from_frame({**columns, "active": np.where(active, "yes", "no")})

# %% Play all of it: three anchors, two methods, four numbers of dimensions, three cuts.
plan = Plan(
    label="active",
    task="classification",
    n_sites=4,
    split="by-label",
    test="spread",
    methods=("central", *METHODS),
    models=("logistic",),
    anchors=tuple(ANCHORS),
    condition="diffspan-orth",
    dims=DIMS,
    n_seeds=3,
)
found: dict[tuple[str, str, int], list[float]] = {}
for line in rehearse(table, plan).lines:
    if line.site == ALL_SITES:
        key = (line.way.method, line.way.anchor, line.way.n_dims)
        found.setdefault(key, []).append(line.scores["accuracy"])
means = {key: float(np.mean(values)) for key, values in found.items()}

print(f"all rows in one place: {means['central', '', 0]:.1%}")
for method, name in METHODS.items():
    for anchor in ANCHORS:
        told = ", ".join(f"{n}: {means[method, anchor, n]:.1%}" for n in DIMS)
        print(f"{name:5s} {anchor:12s} accuracy by dimensions: {told}")

# %% The picture: one panel a method, one line an anchor.
figure, axes = plt.subplots(1, 2, figsize=(8, 3.6), sharey=True, layout="constrained")
for axis, (method, name) in zip(axes, METHODS.items(), strict=True):
    for (anchor, colour), marker in zip(ANCHORS.items(), "Dso", strict=True):
        heights = [means[method, anchor, n] for n in DIMS]
        axis.plot(DIMS, heights, marker=marker, color=colour, label=f"{anchor} anchor")
    axis.axhline(means["central", "", 0], color="0.5", ls="--", lw=1, label="all rows in one place")
    axis.set(title=name, xlabel="dimensions (of 600 columns)")
    axis.spines[["top", "right"]].set_visible(False)
axes[0].set_ylabel("accuracy on new molecules")
axes[0].set_yticks(np.arange(0.55, 0.8, 0.05))
axes[0].yaxis.set_major_formatter(lambda value, _place: f"{100 * value:.0f} %")
handles, labels = axes[0].get_legend_handles_labels()
figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
figure.savefig("anchors_compared.png", dpi=110)
