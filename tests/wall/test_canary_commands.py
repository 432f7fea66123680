"""Nothing that stands in a site's rows or secrets is copied where a command writes or prints.

The journey of ``test_canary`` once more, typed as people type it, with the agreed span: every
byte of the shared folder and every word on both ends of the terminal is searched. So is what a
site reads in an explanation, and what a rehearsal and a forecast leave behind.
"""

import csv

import pytest

from concordant.cli.main import concordant
from concordant.site.pact import decode_pact
from concordant.site.vault import Vault
from concordant.terms.charter_text import encode_charter
from concordant.terms.roster import Roster, encode_roster
from tests.wall.canaries import files_below, find_canaries, find_in_folder, number_canaries
from tests.wall.planted import (
    N_ROWS,
    SITES,
    canaries_of_pact,
    canaries_of_table,
    draw_table,
    make_planted_charter,
)


@pytest.fixture
def homes(tmp_path, monkeypatch, rng):
    """Make a folder for each site with its table in it, and a shared one with the terms."""
    monkeypatch.chdir(tmp_path)
    tables = {site: draw_table(site, rng) for site in SITES}
    for site, columns in tables.items():
        (tmp_path / site).mkdir()
        with (tmp_path / site / "table.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
    charter = make_planted_charter(span="agreed")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "charter.toml").write_text(encode_charter(charter), "utf-8")
    (tmp_path / "shared" / "roster.toml").write_text(encode_roster(Roster(1, SITES)), "utf-8")
    return charter, tables


def call(line, *, code=0):
    assert concordant.main(line.split(), standalone_mode=False) == code, line


def call_at_every_site(line):
    for site in SITES:
        call(line.replace("SITE", site))


def collaborate():
    terms = "--charter shared/charter.toml"
    joining = f"{terms} --pact east/pact.key --table SITE/table.csv --site SITE --vault SITE/vault"
    call(f"pact new {terms} --out east/pact.key")
    call(f"pact check --pact east/pact.key {terms}")
    call_at_every_site("site profile --table SITE/table.csv --out shared/SITE.json --yes")
    call_at_every_site(f"site check {terms} --table SITE/table.csv --rows --json")
    call_at_every_site(f"site view {joining} --out shared --yes")
    call(f"analyst check {terms} --inbox shared")
    call(f"analyst agree {terms} --inbox shared --out shared/study.span")
    call_at_every_site(f"site contribute {joining} --out shared --span shared/study.span --dry-run")
    call_at_every_site(
        f"site contribute {joining} --out shared --span shared/study.span --yes --json"
    )
    call_at_every_site("site inspect shared/SITE.bundle")
    call(f"site contribute {joining} --out shared --yes".replace("SITE", "north"), code=3)
    call(f"analyst check {terms} --inbox shared --json")
    call(
        f"analyst train {terms} --inbox shared --out shared/run --model logistic --seed 1 "
        "--markdown"
    )
    call(f"forecast --charter shared/charter.toml --rows {N_ROWS} --json")


def predict_and_evaluate():
    terms = "--charter shared/charter.toml --site SITE --vault SITE/vault"
    known = f"{terms} --return shared/run/returns/SITE.return --table SITE/table.csv"
    call_at_every_site(f"site predict {known} --out SITE/predictions.csv")
    call_at_every_site(f"site evaluate {known} --own-rows SITE/table.csv --json")


def explain():
    # The fewest rows that are explained are where an average is nearest to a cell.
    known = "--charter shared/charter.toml --return shared/run/returns/SITE.return"
    line = f"site explain {known} --table SITE/table.csv --site SITE --vault SITE/vault"
    for site, words in (("east", "--markdown"), ("north", "--json")):
        call(f"{line} --out SITE/explained --repeats 2 --rows 10 {words}".replace("SITE", site))


def test_no_command_writes_or_prints_a_cell_or_a_secret(homes, tmp_path, capfd):
    charter, tables = homes
    collaborate()
    predict_and_evaluate()
    printed = capfd.readouterr()

    canaries = canaries_of_pact(charter, decode_pact((tmp_path / "east" / "pact.key").read_bytes()))
    for site, columns in tables.items():
        basis = Vault(tmp_path / site / "vault").read_release(charter, site).basis
        canaries |= canaries_of_table(charter, columns)
        canaries |= number_canaries("a secret basis", basis.reveal())
    assert find_canaries((printed.out + printed.err).encode(), canaries) == set()
    assert find_in_folder(tmp_path / "shared", canaries) == {}
    # The same search finds them where they belong.
    assert find_in_folder(tmp_path / "east", canaries).keys() >= {"table.csv", "pact.key"}


def test_an_explanation_copies_no_cell_and_no_secret(homes, tmp_path, capfd):
    charter, tables = homes
    collaborate()
    capfd.readouterr()
    explain()
    printed = capfd.readouterr()
    canaries = canaries_of_pact(charter, decode_pact((tmp_path / "east" / "pact.key").read_bytes()))
    for site, columns in tables.items():
        basis = Vault(tmp_path / site / "vault").read_release(charter, site).basis
        # Its numbers have all their digits and are others each time: nine turn up by chance.
        canaries |= canaries_of_table(charter, columns, n_digits=13)
        canaries |= number_canaries("a secret basis", basis.reveal(), n_digits=13)
    assert find_canaries((printed.out + printed.err).encode(), canaries) == set()
    for site in ("east", "north"):
        explained = tmp_path / site / "explained"
        assert len(list(files_below(explained))) == 2
        assert find_in_folder(explained, canaries) == {}
        assert b"NaN" not in (explained / "explanation.json").read_bytes()
    (explained / "leak.json").write_text(repr(basis.reveal()[2, 1].item()), "utf-8")
    assert find_in_folder(explained, canaries) == {"leak.json": {"a secret basis"}}


def pool(tables):
    """Return one table of all rows, with the site of each."""
    pooled = {
        name: [cell for columns in tables.values() for cell in columns[name]]
        for name in tables["east"]
    }
    return pooled | {"hospital": [site for site in tables for _ in range(N_ROWS)]}


@pytest.mark.parametrize("label", ["outcome", "x7"])
def test_a_rehearsal_copies_no_cell_but_the_names_of_sites_and_classes(
    label, homes, tmp_path, capfd
):
    charter, tables = homes
    columns = pool(tables)
    with (tmp_path / "all.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
    line = (
        f"rehearse --table all.csv --label {label} --site-column hospital --group patient "
        "--methods local,central,pooled-pca,auto --spans own,agreed --dims 2,3 --seeds 1"
    )
    call(f"{line} --out rehearsed --markdown")
    call(f"{line} --out rehearsed --json")
    call(f"{line} --out rehearsed --seeds 2", code=2)
    printed = capfd.readouterr()
    said = (printed.out + printed.err).encode()
    canaries = {}
    for own in tables.values():
        canaries |= canaries_of_table(charter, own)
    assert find_canaries(said, canaries) == set()
    assert find_in_folder(tmp_path / "rehearsed", canaries) == {}
    written = b"\n".join(path.read_bytes() for path in files_below(tmp_path / "rehearsed"))
    assert all(site.encode() in written for site in SITES)


@pytest.mark.usefixtures("homes")
def test_predicting_and_evaluating_send_nothing(tmp_path):
    collaborate()

    def shared():
        return {path: path.read_bytes() for path in files_below(tmp_path / "shared")}

    before = shared()
    predict_and_evaluate()
    explain()
    assert shared() == before
