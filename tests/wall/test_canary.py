"""Nothing that stands in a site's rows or secrets is copied into anything that leaves.

Known numbers and words are planted in five sites' tables. After a whole journey every byte of
every file in the shared folder, of the run and of what was printed is searched for them, and
for the pact and the secret bases. The alarm is tested too: a planted leak must ring it.
"""

import json
import logging
from dataclasses import dataclass, replace

import numpy as np
import pytest

from concordant.analyst.intake import require_bundles
from concordant.analyst.span_message import make_span
from concordant.analyst.train import as_record, train
from concordant.errors import ConcordantError
from concordant.report.page import render_page
from concordant.report.run_page import run_page
from concordant.site.anchor import draw_anchor
from concordant.site.contribute import contribute
from concordant.site.pact import Pact, derive, encode_pact, pact_notice
from concordant.site.predict import predict
from concordant.site.preview import preview, preview_envelope
from concordant.site.send_view import view
from concordant.site.vault import Vault
from concordant.terms.charter_text import encode_charter
from concordant.terms.notice import encode_notice
from concordant.transport.folder.releases import prepare_release, send_release, send_view
from concordant.transport.folder.run import write_run, write_span
from concordant.wire.codec import encode_message
from tests.wall.canaries import find_canaries, find_in_folder, number_canaries
from tests.wall.planted import (
    N_DIMS,
    NUMBERS,
    SITES,
    canaries_of_pact,
    canaries_of_table,
    draw_table,
    make_planted_charter,
)


@dataclass
class Journey:
    """What left and what was printed on a journey, and the canaries that must not be in it."""

    charter: object
    folder: object
    said: list
    canaries: dict
    bundles: list

    def found(self):
        told = "\n".join(self.said).encode()
        return find_in_folder(self.folder, self.canaries) | (
            {"what was said": hits} if (hits := find_canaries(told, self.canaries)) else {}
        )


def play(span, tmp_path, rng):
    """Play a study from the tables to the returns, as the commands do, and keep what was said."""
    charter = make_planted_charter(span=span)
    pact = Pact.new()
    shared, run = tmp_path / "shared", tmp_path / "shared" / "run"
    shared.mkdir()
    (shared / "charter.toml").write_text(encode_charter(charter), "utf-8")
    (shared / "pact.notice").write_bytes(encode_notice(pact_notice(pact, charter)))
    journey = Journey(charter, shared, [repr(pact)], canaries_of_pact(charter, pact), [])
    tables = {site: draw_table(site, rng) for site in SITES}
    vaults = {site: Vault(tmp_path / f"vault-{site}") for site in SITES}
    for columns in tables.values():
        journey.canaries |= canaries_of_table(charter, columns)

    agreed = None
    if span == "agreed":
        views = [view(charter, pact, tables[site], site=site) for site in SITES]
        for sent in views:
            send_view(charter, sent, shared, vaults[sent.envelope.site])
        agreed = make_span(charter, views)
        write_span(agreed, shared / "study.span")
        journey.said += [repr(views), repr(agreed)]

    bases = {}
    for site in SITES:
        prepared = prepare_release(
            charter, pact, tables[site], site=site, vault=vaults[site], span=agreed
        )
        send_release(prepared, charter, shared, vaults[site])
        given = prepared.contribution
        bases[site] = given.basis
        journey.bundles.append(given.bundle)
        journey.canaries |= number_canaries("a secret basis", given.basis.reveal())
        journey.said += [repr(prepared), repr(given.facts), repr(vaults[site])]
        journey.said += [repr(preview(given.bundle)), repr(preview_envelope(given.bundle))]
        journey.said.append(json.dumps(vaults[site].read_log(charter, site)))

    require_bundles(charter, journey.bundles, notice=pact_notice(pact, charter), span=agreed)
    training = train(
        charter,
        journey.bundles,
        model="boosting",
        parameters={"n_rounds": 20},
        span=agreed,
        on_step=journey.said.append,
    )
    record = as_record(training)
    write_run(training, charter, run, record=record, page=render_page(run_page(record)))
    journey.said.append(repr(training))
    for site in SITES:
        predict(charter, bases[site], training.returns[site], tables[site])
    return journey


@pytest.mark.parametrize("span", ["own", "agreed"])
def test_no_cell_and_no_secret_is_copied_into_anything_that_leaves(
    span, tmp_path, rng, capfd, caplog
):
    caplog.set_level(logging.DEBUG)
    journey = play(span, tmp_path, rng)
    printed = capfd.readouterr()
    journey.said += [printed.out, printed.err, caplog.text]
    names = {path.name for path in journey.folder.rglob("*")}
    assert {f"{site}.bundle" for site in SITES} | {f"{site}.return" for site in SITES} <= names
    assert {"run.json", "report.html", "model.skops"} <= names
    assert journey.found() == {}


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_a_raw_row_hidden_in_a_bundle_rings_the_alarm(precision, rng):
    charter = make_planted_charter(precision=precision)
    columns = draw_table("north", rng)
    canaries = canaries_of_table(charter, columns)
    bundle = contribute(charter, Pact.new(), columns, site="north").bundle
    assert find_canaries(encode_message(bundle), canaries) == set()

    leaking = bundle.rows.copy()
    leaking[57] = [columns[name][31] for name in NUMBERS[:N_DIMS]]
    leak = encode_message(replace(bundle, rows=leaking))
    assert find_canaries(leak, canaries) == {"a raw number"}


@pytest.mark.parametrize(
    ("what", "leak"),
    [
        ("a raw number", lambda columns: b"x" * 3 + np.float64(columns["x2"][5]).tobytes()),
        ("a raw number", lambda columns: b"mean was %.9g of" % columns["x2"][5]),
        ("a raw number", lambda columns: f"{columns['x2'][5]!r}".encode()),
        (
            "a raw number",
            lambda columns: np.array(columns["x7"][8:12], dtype=np.float32).tobytes(),
        ),
        ("an encoded number", lambda columns: ((np.array(columns["x1"]) - 10.0) / 3.0).tobytes()),
        ("a name", lambda columns: f"row of {columns['name'][3]} refused".encode()),
        ("a person's key", lambda columns: json.dumps(columns["patient"][7]).encode("utf-16-le")),
        ("a level that nobody agreed", lambda columns: columns["colour"][1].encode()),
    ],
)
def test_every_kind_of_copied_cell_rings_the_alarm(what, leak, rng, tmp_path):
    charter = make_planted_charter()
    columns = draw_table("north", rng)
    canaries = canaries_of_table(charter, columns)
    (tmp_path / "some.file").write_bytes(b"\1\2\3" + leak(columns) + b"\4")
    assert what in find_in_folder(tmp_path, canaries)["some.file"]


def test_every_copied_secret_rings_the_alarm(rng):
    charter = make_planted_charter()
    pact = Pact.new()
    basis = contribute(charter, pact, draw_table("north", rng), site="north").basis
    canaries = canaries_of_pact(charter, pact)
    canaries |= number_canaries("a secret basis", basis.reveal())
    leaks = {
        "the pact": [
            pact._secret,
            pact._secret.hex().encode(),
            encode_pact(pact, charter.study_id),
            pact.words().encode(),
        ],
        "a secret stream": [derive(pact, charter).stream("anchor-stream").words(0, 4).tobytes()],
        "the anchor": [draw_anchor(pact, charter).raw().tobytes()],
        "a secret basis": [
            basis.reveal().tobytes(),
            basis.reveal().T.astype(np.float32).tobytes(),
            repr(basis.reveal()[0, 0]).encode(),
        ],
    }
    for what, contents in leaks.items():
        for content in contents:
            assert find_canaries(b"abc" + content, canaries) == {what}


def test_refusals_copy_no_cell(rng):
    charter = make_planted_charter()
    columns = draw_table("north", rng)
    canaries = canaries_of_table(charter, columns)
    spoiled = [
        columns | {"outcome": columns["name"]},
        columns | {"x3": columns["name"]},
        columns | {"patient": [*columns["patient"][:-1], ""]},
        {name: cells for name, cells in columns.items() if name != "outcome"},
        {name: cells[:3] if name == "x1" else cells for name, cells in columns.items()},
    ]
    n_refused = 0
    for table in spoiled:
        try:
            contribute(charter, Pact.new(), table, site="north")
        except ConcordantError as error:
            n_refused += 1
            said = f"{error}\n{error!r}\n{vars(error)}".encode()
            assert find_canaries(said, canaries) == set()
    assert n_refused >= 4
