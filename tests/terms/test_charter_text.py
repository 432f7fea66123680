"""What is written can be read again, and what cannot be read is named with all its faults."""

import re
import tomllib
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.errors.terms import CharterUnreadable
from concordant.terms import charter_toml
from concordant.terms.charter import charter_content
from concordant.terms.charter_section import MOST_FAULTS
from concordant.terms.charter_text import decode_charter, encode_charter
from tests.studies import make_charter, make_regression
from tests.terms.charters import NAMES, charters

FEW = settings(max_examples=40, deadline=None)
CHARTER = make_charter(confirm=False, group="patient")
TEXT = encode_charter(CHARTER)


def faults(text):
    with pytest.raises(CharterUnreadable) as refused:
        decode_charter(text)
    assert refused.value.facts["n_faults"] == len(refused.value.faults)
    return {fault.where: fault for fault in refused.value.faults}


def line_of(text, needle):
    return text[: text.index(needle)].count("\n") + 1


class TestRoundTrip:
    @FEW
    @given(charters())
    def test_a_written_charter_is_read_as_it_was(self, make):
        charter = make()
        read = decode_charter(encode_charter(charter))
        assert read == charter
        assert read.terms_digest == charter.terms_digest

    @FEW
    @given(charters(), st.dictionaries(NAMES, st.text(max_size=60)))
    def test_comments_change_nothing(self, make, said):
        charter = make()
        names = ["projection.dims", "label", *(f"columns.{one.name}" for one in charter.columns)]
        comments = dict(zip(names, said.values(), strict=False))
        assert decode_charter(encode_charter(charter, comments=comments)) == charter

    @FEW
    @given(charters())
    def test_the_text_has_the_layout_of_the_content(self, make):
        charter = make()
        data = tomllib.loads(encode_charter(charter))
        data.pop("confirmed", None)
        content = charter_content(charter)
        for written, column in zip(data.pop("columns"), content.pop("columns"), strict=True):
            # A line that would say nothing is left out.
            left_out = {key: column[key] for key in column.keys() - written.keys()}
            assert set(left_out) <= {"unit", "reason", "clip"}
            assert {**written, **left_out} == column
        for written, block in zip(data.values(), content.values(), strict=True):
            assert written == block or block["unit"] == ""

    def test_people_read_why(self):
        comments = {
            "projection.dims": "ninety percent\nof the spectrum",
            "columns.x1": "in pounds?",
        }
        text = encode_charter(CHARTER, comments=comments)
        assert "# ninety percent\n# of the spectrum\ndims = 4\n" in text
        assert '# in pounds?\n[[columns]]\nname = "x1"\n' in text

    def test_every_key_of_a_block_is_explained(self):
        lines = encode_charter(make_regression(group="patient", confirm=False)).splitlines()
        for before, line in pairwise(lines):
            if re.match(r"\[columns\]|\[\[", line):
                break
            if "=" in line and not line.startswith("#"):
                assert before.startswith("#"), line


class TestWhatDoesNotCount:
    @pytest.mark.parametrize(
        "edit",
        [
            lambda text: "\ufeff" + text,
            lambda text: text.replace("\n", "\r\n"),
            lambda text: re.sub(r"^#.*\n", "", text, flags=re.MULTILINE),
            lambda text: text.replace("\n\n", "\n\n\n# my own words\n"),
            lambda text: text.replace("dims = 4\n", "").replace(
                "[projection]\n", "[projection]\ndims = 4\n"
            ),
            lambda text: text.replace(" = ", "="),
            lambda text: text.replace('low = "2020-01-01"', "low = 2020-01-01"),
            lambda text: text.replace("centre = 10.0", "centre = 1e1"),
            lambda text: text.replace("centre = 10.0", "centre = 10"),
            lambda text: text.replace('"red", ', "\n  'red', # the first\n  "),
            lambda text: text.replace("accept_weak_anchor = false\n", ""),
            lambda text: text.replace('missing = "centre"\n', ""),
        ],
    )
    def test_only_what_numbers_depend_on_counts(self, edit):
        edited = edit(TEXT)
        assert edited != TEXT
        assert decode_charter(edited).terms_digest == CHARTER.terms_digest

    def test_the_order_of_blocks_does_not_count(self):
        title, *blocks = (
            TEXT.split("\n\n[study]")[0],
            *re.split(r"\n\n(?=\[study\]|# What the model)", TEXT)[1:],
        )
        study, rest = blocks[0], "\n\n".join(blocks[1:])
        turned = f"{title}\n\n{rest}\n\n{study}"
        assert turned != TEXT
        assert decode_charter(turned) == CHARTER

    def test_the_order_of_columns_and_of_levels_counts(self):
        swapped = TEXT.replace('"red", "green"', '"green", "red"')
        assert decode_charter(swapped).terms_digest != CHARTER.terms_digest
        renamed = TEXT.replace('"x0"', '"x?"').replace('"x1"', '"x0"').replace('"x?"', '"x1"')
        assert decode_charter(renamed).terms_digest != CHARTER.terms_digest

    def test_decomposed_letters_are_the_same_name(self):
        text = TEXT.replace('"x0"', '"Gr\u00f6\u00dfe"')
        decomposed = text.replace("\u00f6", "o\u0308")
        assert decode_charter(decomposed) == decode_charter(text)


class TestFaults:
    @pytest.mark.parametrize(
        ("old", "new", "where"),
        [
            ("format = 1", "format = 2", "format"),
            ("format = 1", "format = true", "format"),
            ('name = "a test"', "name = 5", "study.name"),
            ('name = "a test"', 'name = "a\\u001btest"', "study.name"),
            ('id = "0123', 'id = "123', "study.id"),
            ('task = "classification"', 'task = "clustering"', "study.task"),
            ("rehearsal = false", 'rehearsal = "no"', "study.rehearsal"),
            ('retention = ""', "retention = 2030-01-01", "study.retention"),
            ('column = "outcome"', 'column = ""', "label.column"),
            ('column = "outcome"', 'column = " outcome"', "label.column"),
            ('classes = ["ill", "well"]', "classes = [0, 1]", "label.classes"),
            ('classes = ["ill", "well"]', 'classes = ["ill", "ill "]', "label.classes"),
            ('classes = ["ill", "well"]', 'classes = "ill, well"', "label.classes"),
            ('classes = ["ill", "well"]', "step = 0.5", "label.step"),
            ("dims = 4", "dims = 0", "projection.dims"),
            ("dims = 4", "dims = 4.5", "projection.dims"),
            ("dims = 4", 'dims = "4"', "projection.dims"),
            ("dims = 4", f"dims = {2**70}", "projection.dims"),
            ('span = "own"', 'span = "Own"', "projection.span"),
            ('anchor = "orthonormal"', 'anchor = ["orthonormal"]', "projection.anchor"),
            ("draw = 1", "draw = -1", "projection.draw"),
            ("draw = 1", 'public_sha256 = "abc"', "projection.public_sha256"),
            ("draw = 1", "anchor_rows = 0", "projection.anchor_rows"),
            ('precision = "float32"', 'precision = "single"', "projection.precision"),
            ("analyst_is_site = false", "analyst_is_site = 0", "consents.analyst_is_site"),
            ("analyst_is_site = false", "analyst_is_sight = true", "consents.analyst_is_sight"),
            ('column = "patient"', "column = 7", "group.column"),
            ('name = "x1"', 'name = "x0"', "columns.x0"),
            ('name = "x1"', 'name = "x\\n1"', "columns[2].name"),
            ('name = "x1"\nkind = "numeric"', 'name = "x1"\nkind = "number"', "columns.x1.kind"),
            ('name = "x1"\nkind = "numeric"', 'name = "x1"', "columns.x1.kind"),
            ("centre = 10.0\n", "", "columns.x1.centre"),
            ("centre = 10.0", "centre = nan", "columns.x1.centre"),
            ("centre = 10.0", "centre = inf", "columns.x1.centre"),
            ("centre = 10.0", f"centre = 1{'0' * 400}", "columns.x1.centre"),
            ("centre = 10.0", "centre = true", "columns.x1.centre"),
            ("centre = 10.0\nscale = 2.0", "centre = 10.0\nscale = -2.0", "columns.x1.scale"),
            ("centre = 10.0\nscale = 2.0", "low = 5\nhigh = 5", "columns.x1.low"),
            ("centre = 10.0\nscale = 2.0", "low = 5\nhigh = 4", "columns.x1.low"),
            ("centre = 10.0\nscale = 2.0", "low = 5", "columns.x1.high"),
            ("centre = 10.0\nscale = 2.0\n", "", "columns.x1"),
            ("centre = 10.0\n", "centre = 10.0\nlow = 1\n", "columns.x1"),
            ("centre = 10.0\n", 'centre = 10.0\nlevels = ["a"]\n', "columns.x1.levels"),
            ('levels = ["red", "green", "blue"]', "levels = []", "columns.colour.levels"),
            ('levels = ["red", "green", "blue"]', 'levels = ["red", ""]', "columns.colour.levels"),
            ('levels = ["red", "green", "blue"]', 'levels = ["1", "1.0"]', "columns.colour.levels"),
            ('levels = ["red", "green", "blue"]\n', "", "columns.colour.levels"),
            ('levels = ["no", "yes"]', 'levels = ["no"]', "columns.smoker.levels"),
            ('missing = "zero"\nunseen = "zero"', 'missing = "centre"', "columns.colour.missing"),
            ('low = "2020-01-01"', 'low = "20200101"', "columns.seen.low"),
            ('low = "2020-01-01"', 'low = "2020-02-30"', "columns.seen.low"),
            ('low = "2020-01-01"', "low = 2020-01-01T00:00:00", "columns.seen.low"),
            ('low = "2020-01-01"', 'low = "2025-01-01"', "columns.seen.low"),
            ('high = "2024-12-31"\n', "", "columns.seen.high"),
        ],
    )
    def test_a_fault_is_named_by_key_and_line(self, old, new, where):
        assert TEXT.count(old) >= 1
        found = faults(TEXT.replace(old, new, 1))
        # A wrong key may be two faults: the unknown one, and the one that is missing.
        assert where in found
        assert len(found) <= 2
        line = found[where].line
        place = line_of(TEXT, old)
        assert line is not None
        assert place - 4 <= line <= place + 2

    def test_all_faults_come_at_once_in_the_order_of_the_lines(self):
        text = (
            TEXT.replace("dims = 4", "dims = -4")
            .replace('"own"', '"mine"')
            .replace("scale = 2.0", "scale = 0")
            .replace("[group]", "[grup]")
        )
        found = faults(text)
        assert {"projection.dims", "projection.span", "grup"} < set(found)
        assert {f"columns.x{place}.scale" for place in range(6)} < set(found)
        lines = [fault.line for fault in found.values()]
        assert lines == sorted(lines)
        for fault in found.values():
            assert fault.found.endswith(".")
            assert fault.remedy.endswith((".", "?"))

    def test_an_unknown_key_is_told_its_nearest(self):
        assert "`dims`" in faults(TEXT.replace("dims = 4", "dms = 4"))["projection.dms"].remedy
        assert "`label`" in faults(TEXT.replace("[label]", "[lable]"))["lable"].remedy
        text = TEXT.replace('out_of_range = "clip"', 'out_of_rnage = "clip"', 1)
        assert "`out_of_range`" in faults(text)["columns.x0.out_of_rnage"].remedy

    def test_a_missing_block_is_one_fault(self):
        without = TEXT.replace("[projection]", "[consents]", 1).replace(
            TEXT[TEXT.index("[consents]") : TEXT.index("# Rows with one")], ""
        )
        assert "projection" in faults(without)
        assert set(faults(TEXT[: TEXT.index("# hi") if "# hi" in TEXT else TEXT.index("[[")])) == {
            "columns"
        }

    @pytest.mark.parametrize("text", ["", "# nothing", "format = 1", "study = 1\nlabel = 2\n"])
    def test_almost_nothing_is_refused(self, text):
        assert {"study", "label", "projection", "columns"} <= set(faults(text))

    @pytest.mark.parametrize("value", ["1", '"text"', "[1, 2]", "[]", "true", "2020-01-01", "{}"])
    @pytest.mark.parametrize(
        "key", ["study", "label", "projection", "consents", "group", "columns", "confirmed"]
    )
    def test_a_block_of_another_type_is_a_fault(self, key, value):
        empty_is_fine = key == "consents" and value == "{}"
        text = f"format = 1\n{key} = {value}\n"
        assert (
            key in {where.split(".")[0].split("[")[0] for where in faults(text)}
        ) != empty_is_fine

    def test_a_regression_has_no_classes(self):
        text = encode_charter(make_regression(confirm=False))
        assert "label.classes" in faults(text.replace("step =", 'classes = ["a"]\nstep ='))

    def test_there_is_an_end_to_faults(self):
        text = TEXT.replace("dims = 4", "\n".join(f"dims{place} = 4" for place in range(3000)))
        assert len(faults(text)) <= MOST_FAULTS


class TestHostileTexts:
    @pytest.mark.parametrize(
        "text",
        [
            "format = ",
            "[study",
            'a = "never closed',
            'a = """never closed',
            "a = '''never closed",
            "a = 1\na = 2",
            "[study]\n[study]",
            "a\x00b = 1",
            "a = 1\rb = 2",
            'a = "\\ud800"',
            "a = " + "9" * 5000,
            "a = " + "[" * 5000,
            "a = " + "{a=" * 5000,
            ".".join("a" * 50_000) + " = 1",
            "[" + ".".join("a" * 50_000) + "]",
            "a = {" + '"x".' * 50_000 + "b = 1}",
            '"""' + '\\"""' * 50_000,
            "'''" * 50_001,
        ],
        ids=lambda text: text[:12],
    )
    def test_what_is_no_toml_is_refused_at_once(self, text):
        (fault,) = faults(f"{TEXT}\n{text}").values()
        assert fault.where == "charter"

    def test_brackets_in_texts_and_comments_are_no_nesting(self):
        said = f'name = "{"[" * 50} # {"a." * 50}" # {"{" * 50}'
        charter = decode_charter(TEXT.replace('name = "a test"', said))
        assert charter.study == f"{'[' * 50} # {'a.' * 50}"

    def test_a_text_past_the_bound_is_refused(self, monkeypatch):
        monkeypatch.setattr(charter_toml, "MOST_CHARACTERS", len(TEXT))
        assert decode_charter(TEXT) == CHARTER
        assert "too long" in faults(f"{TEXT} ")["charter"].found

    @pytest.mark.parametrize("old", ["dims = 4", 'span = "own"', "[label]", 'kind = "date"'])
    def test_a_syntax_fault_has_its_line(self, old):
        (fault,) = faults(TEXT.replace(old, f"{old} oops", 1)).values()
        assert fault.line == line_of(TEXT, old)

    @settings(max_examples=80, deadline=None)
    @given(st.data())
    def test_a_damaged_text_is_read_or_refused_and_nothing_else(self, data):
        start = data.draw(st.integers(0, len(TEXT)))
        end = data.draw(st.integers(start, min(len(TEXT), start + 200)))
        put = data.draw(st.text(max_size=20) | st.sampled_from(["]", "=", '"', "\n[[columns]]\n"]))
        with suppress(CharterUnreadable):
            decode_charter(TEXT[:start] + put + TEXT[end:])
