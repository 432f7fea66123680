"""An estimator is the study that sites and analyst play through files, to rounding."""

import csv

import numpy as np
import pytest

from concordant import CollaborativeClassifier, CollaborativeRegressor
from concordant.analyst.intake import intake_bundles, intake_views
from concordant.analyst.record import as_record
from concordant.analyst.span_message import make_span
from concordant.analyst.train import train
from concordant.rehearsal.rehearsed_terms import draw_pact
from concordant.site.predict import predict
from concordant.site.send_view import view
from concordant.site.vault import Vault
from concordant.terms.charter_text import decode_charter, encode_charter
from concordant.terms.draws import draws_for
from concordant.terms.table import read_table
from concordant.transport.folder.analyst import read_inbox
from concordant.transport.folder.releases import prepare_release, send_release, send_view
from concordant.transport.folder.run import write_run, write_span
from concordant.transport.folder.site import read_return, read_span
from tests.rehearsal.patients import SITES, make_patients

SEED = 11


def write_rows(path, frame, **label):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*frame.columns, *label])
        for row in zip(*(frame[name] for name in frame.columns), *label.values(), strict=True):
            writer.writerow(row)
    return path


def play_through_files(folder, charter, frame, labels, sites):
    """Let four sites and an analyst play the study of ``charter`` with the draws of ``SEED``."""
    (folder / "charter.toml").write_text(encode_charter(charter), encoding="utf-8")
    terms = decode_charter((folder / "charter.toml").read_text("utf-8"))
    assert terms == charter
    rng = draws_for(SEED, "secrets")
    assert rng.bytes(16).hex() == terms.study_id
    pact, inbox = draw_pact(rng), folder / "inbox"
    vaults = {site: Vault(folder / f"vault-{site}") for site in SITES}
    tables = {}
    for site in SITES:
        own = sites == site
        path = write_rows(folder / f"{site}.csv", frame[own], **{terms.label.column: labels[own]})
        tables[site] = read_table(path)
    span = None
    if terms.span == "agreed":
        for site in SITES:
            sent = view(terms, pact, tables[site], site=site, rng=rng)
            send_view(terms, sent, inbox, vaults[site])
        views = intake_views(terms, read_inbox(inbox, "view").arrivals)
        path = write_span(make_span(terms, views.accepted, rng=rng), folder / "study.span")
        span = read_span(path, terms)
    for site in SITES:
        prepared = prepare_release(
            terms, pact, tables[site], site=site, vault=vaults[site], span=span, rng=rng
        )
        send_release(prepared, terms, inbox, vaults[site])
    bundles = intake_bundles(terms, read_inbox(inbox, "bundle").arrivals, span=span)
    model = "logistic" if terms.classes else "ridge"
    training = train(terms, bundles.accepted, model=model, seed=SEED, span=span, validate=False)
    write_run(training, terms, folder / "run", record=as_record(training), page=None)
    return terms, vaults


def predict_at_home(folder, terms, vaults, frame, site):
    returned = read_return(folder / "run" / "returns" / f"{site}.return", terms)
    table = read_table(write_rows(folder / "new.csv", frame))
    return predict(terms, vaults[site].read_release(terms, site).basis, returned, table)


@pytest.mark.parametrize("span", ["own", "shared", "agreed"])
def test_a_classifier_says_what_the_sites_predict_at_home(rng, tmp_path, span):
    patients = make_patients(rng, 320)
    new = patients.frame[240:]
    own, outcome, sites = (
        each[:240] for each in (patients.frame, patients.outcome, patients.sites)
    )
    together = CollaborativeClassifier(span=span, n_dims=5, random_state=SEED)
    together.fit(own, outcome, sites=sites)
    codes = np.searchsorted(together.classes_, outcome)
    terms, vaults = play_through_files(tmp_path, together.charter_, own, codes, sites)
    for site in SITES:
        at_home = predict_at_home(tmp_path, terms, vaults, new, site)
        names = [site] * len(new)
        np.testing.assert_array_equal(
            together.predict(new, sites=names), together.classes_[at_home.codes]
        )
        # ONNX computes in single precision.
        np.testing.assert_allclose(
            together.predict_proba(new, sites=names), at_home.probabilities, atol=2e-5
        )


def test_a_regressor_says_what_the_sites_predict_at_home(rng, tmp_path):
    patients = make_patients(rng, 320)
    new = patients.frame[240:]
    own, stay, sites = (each[:240] for each in (patients.frame, patients.stay, patients.sites))
    together = CollaborativeRegressor(n_dims=5, label_step=0.5, random_state=SEED)
    together.fit(own, stay, sites=sites)
    terms, vaults = play_through_files(tmp_path, together.charter_, own, stay, sites)
    for site in SITES:
        at_home = predict_at_home(tmp_path, terms, vaults, new, site)
        said = together.predict(new, sites=[site] * len(new))
        np.testing.assert_allclose(said, at_home.values, atol=1e-5 * np.ptp(stay))
