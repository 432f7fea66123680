"""A file is recognised by what is in it, and refused by place and count, never by a cell."""

import gzip
import io
from contextlib import suppress

import numpy as np
import polars as pl
import pytest

from concordant.errors import ConcordantError, InputRejected
from concordant.errors.files import FileMissing, NotAFile
from concordant.errors.terms import (
    ColumnTypeRefused,
    DecimalUnclear,
    DelimiterUnclear,
    DuplicateColumns,
    EncodingUnclear,
    OptionUnknown,
    QuoteNotClosed,
    RowBroken,
    TableEmpty,
    TableTooLarge,
    TableUnreadable,
)
from concordant.terms import table_delimited, table_file
from concordant.terms.table import read_table
from tests.terms.written import KINDS, ROWS, write

CANARY = "canary7391"


@pytest.fixture
def read(tmp_path):
    def read_it(content, **options):
        path = tmp_path / "table.csv"
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return read_table(path, **options)

    return read_it


def cells(table):
    return {name: table.texts(name) for name in table.columns}


class TestDelimiters:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a,b\n1,2\n", {"a": ["1"], "b": ["2"]}),
            ("a;b\n1,5;2,5\n3,5;4\n", {"a": ["1,5", "3,5"], "b": ["2,5", "4"]}),
            ("a\tb\n1,5\tx y\n", {"a": ["1,5"], "b": ["x y"]}),
            ("a|b\n1|2;3\n", {"a": ["1"], "b": ["2;3"]}),
            ('"a,x";"b,y"\n1;2\n', {"a,x": ["1"], "b,y": ["2"]}),
            ('"a;x","b;y"\n"1;1","2;2"\n', {"a;x": ["1;1"], "b;y": ["2;2"]}),
            ('a,"b"\n1, "2,3"\n', {"a": ["1"], "b": ["2,3"]}),
            ("sep=;\na,b;c\n1,5;2\n", {"a,b": ["1,5"], "c": ["2"]}),
            ("a;b;c;d\nx, y;1;2;3\nz, w;4;5;6\n", None),
            ("a,b;c,d\n1,5;2,5\n", {"a,b": ["1,5"], "c,d": ["2,5"]}),
        ],
    )
    def test_the_delimiter_is_the_one_that_explains_the_rows(self, text, expected, read):
        found = cells(read(text))
        assert found == (expected or {"a": ["x, y", "z, w"], **cells(read("b;c;d\n1;2;3\n4;5;6"))})

    def test_two_that_explain_the_file_equally_are_refused(self, read):
        text = "name, first;age, years\nDoe, J;5, 6\nRoe, R;7, 8\n".replace(", y", "y")
        with pytest.raises(DelimiterUnclear):
            read("last, first;town\nDoe, J;Ulm\nRoe, R;Bonn\n")
        assert read(text, delimiter=";").columns == ("name, first", "ageyears")

    @pytest.mark.parametrize("name", [";", "semicolon"])
    def test_a_person_can_name_it(self, name, read):
        assert read("a,b;c\n1,2;3\n", delimiter=name).columns == ("a,b", "c")

    def test_a_single_column_has_no_delimiter(self, read):
        table = read("x\n1,5\n2,5\n\n7\n")
        assert table.columns == ("x",)
        assert table.numbers("x")[0][[0, 1, 3]].tolist() == [1.5, 2.5, 7.0]
        assert table.n_rows == 4

    @pytest.mark.parametrize(("delimiter", "is_clear"), [(",", True), (";", False), ("\t", False)])
    def test_a_lone_dot_is_a_point_only_where_commas_separate_cells(
        self, delimiter, is_clear, read
    ):
        table = read("a,b\n1.234,x\n".replace(",", delimiter))
        if is_clear:
            assert table.numbers("a")[0].tolist() == [1.234]
        else:
            with pytest.raises(DecimalUnclear):
                table.numbers("a")


class TestRows:
    def test_blank_lines_at_the_ends_are_no_rows(self, read):
        assert cells(read("\n\n a,b\n1,2\n\n  \n\r\n")) == {"a": ["1"], "b": ["2"]}

    def test_an_empty_last_cell_stays(self, read):
        assert cells(read("a\tb\n1\t2\n3\t\n\n")) == {"a": ["1", "3"], "b": ["2", None]}

    def test_quoted_cells_hold_delimiters_quotes_and_line_ends(self, read):
        table = read('a,b\n"1,\r\n2","say ""x"""\n')
        assert cells(table) == {"a": ["1,\r\n2"], "b": ['say "x"']}

    @pytest.mark.parametrize("quote", ["", '"'])
    @pytest.mark.parametrize(
        ("row", "n_cells"), [("1", 1), ("1,2,3", 3), ("", 0)], ids=["short", "long", "blank"]
    )
    def test_a_row_of_another_length_is_named_by_its_number(self, row, n_cells, quote, read):
        text = f"{quote}a{quote},b\n1,2\n{row}\n3,4\n"
        with pytest.raises(RowBroken) as refused:
            read(text)
        facts = refused.value.facts
        assert (facts["row"], facts["n_cells"], facts["n_columns"]) == (2, n_cells, 2)

    @pytest.mark.parametrize("bad", ['"never closed', '"closed" and more'])
    def test_a_quote_out_of_place_is_named_by_its_row(self, bad, read):
        with pytest.raises(QuoteNotClosed) as refused:
            read(f'a,b\n1,2\n3,{bad}\n"5",6\n')
        assert refused.value.facts["row"] == 2

    def test_a_quote_left_open_in_a_long_file_stops_early(self, read):
        with pytest.raises(TableUnreadable, match="row 1 "):
            read('a,b\n"1,2\n' + "3,4\n" * 100_000)

    def test_plain_and_quoted_reading_agree(self, read, monkeypatch):
        monkeypatch.setattr(table_delimited, "CHUNK_ROWS", 3)
        text = "a,b,c\n" + "".join(f"{row},x{row}, {row} y\n" for row in range(10))
        assert cells(read(text)) == cells(read(text.replace("c\n", '"c"\n', 1)))

    @pytest.mark.parametrize(
        "content", ["", "\n\n", "a,b\n", "a,b", "\ufeff", "a,b\n\n \n", '"a"\n']
    )
    def test_a_table_has_a_row(self, content, read):
        with pytest.raises(TableEmpty):
            read(content)


class TestNames:
    def test_names_are_trimmed_and_composed(self, read):
        assert read(' a , "b " ,\n1,2,3\n'.replace('" ,', '",')).columns == ("a", "b", "column 3")
        assert read("Gro\u0308ße,b\n1,2\n").columns == ("Größe", "b")

    def test_a_name_that_is_there_twice_is_named(self, read):
        with pytest.raises(DuplicateColumns, match="'a'"):
            read("a,b, a\n1,2,3\n")

    def test_a_lost_header_shows_no_cell(self, read):
        with pytest.raises(DuplicateColumns, match="columns 2, 3") as refused:
            read(f"39,{CANARY},{CANARY}\n1,2,3\n")
        assert CANARY not in str(refused.value)

    def test_pandas_row_index_is_no_column(self, tmp_path):
        path = write("pandas parquet", ROWS, tmp_path)
        assert any(name.startswith("__index") for name in pl.read_parquet(path).columns)
        assert set(read_table(path).columns) == set(ROWS)


class TestEncodings:
    WORDS = "größe,ort\n1,Nîmes\n2,Łódź\n"

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
    def test_unicode_is_recognised(self, encoding, read):
        mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
        table = read(mark + self.WORDS.encode(encoding))
        assert cells(table) == {"größe": ["1", "2"], "ort": ["Nîmes", "Łódź"]}

    def test_what_is_not_unicode_is_windows_1252(self, read):
        text = "größe,ort\n1,Nîmes „süd“ €\n"
        assert cells(read(text.encode("cp1252"))) == {"größe": ["1"], "ort": ["Nîmes „süd“ €"]}

    def test_a_person_can_name_it(self, read):
        raw = "a,b\n1,é\n".encode("cp1252")
        assert read(raw, encoding="Windows-1252").texts("b") == ["é"]
        with pytest.raises(EncodingUnclear, match="line 2"):
            read(raw, encoding="utf-8")
        assert read("a,b\n1,é\n".encode("utf-16"), encoding="utf-16").texts("b") == ["é"]

    @pytest.mark.parametrize(
        "bad",
        [b"\x81 \xe9", b"\x00", b"\x1b[2J", "größe".encode() + b"\xff"],
        ids=["undefined", "nul", "escape", "broken utf-8"],
    )
    def test_what_is_neither_is_refused_by_its_line(self, bad, read):
        with pytest.raises(EncodingUnclear) as refused:
            read(b"a,b\n1,2\n3," + bad + b"\n")
        assert refused.value.facts["line"] == 3

    def test_utf_16_without_a_mark_is_refused(self, read):
        with pytest.raises(EncodingUnclear):
            read("a,b\n1,2\n".encode("utf-16-le"))

    def test_an_end_mark_of_old_programs_is_no_row(self, read):
        assert read("a,b\n1,2\n\x1a").n_rows == 1


class TestBinaryFiles:
    @pytest.mark.parametrize(
        "content",
        [
            b"PK\x03\x04",
            b"PAR1",
            b"ARROW1\x00\x00",
            b"FEA1",
            b"\xff\xff\xff\xff\x10\0\0\0",
            b"%PDF",
        ],
    )
    def test_what_is_no_table_is_refused(self, content, read):
        with pytest.raises(TableUnreadable):
            read(content + bytes(range(256)))

    @pytest.mark.parametrize("kind", ["parquet", "arrow", "arrow stream", "gzip"])
    def test_a_file_cut_short_is_refused_without_a_cell(self, kind, read):
        raw = KINDS[kind]({**ROWS, "note": [CANARY] * len(ROWS["note"])})
        for length in range(16, len(raw), max(1, len(raw) // 25)):
            with pytest.raises(ConcordantError) as refused:
                read(raw[:length])
            assert CANARY not in str(refused.value)

    def test_a_stream_cut_between_two_batches_is_refused(self, read):
        # Everything but the mark of the end: readers would take it for a whole, shorter table.
        raw = KINDS["arrow stream"](ROWS)
        with pytest.raises(TableUnreadable, match="cut short"):
            read(raw[:-8])

    def test_a_file_with_altered_bytes_never_ends_in_a_traceback(self, read, rng):
        raw = bytearray(KINDS["parquet"](ROWS))
        for place in rng.integers(4, len(raw) - 4, 60):
            altered = bytearray(raw)
            altered[place] ^= 0xFF
            with suppress(InputRejected):
                read(bytes(altered))

    @pytest.mark.parametrize(
        ("column", "stored"),
        [
            (pl.Series([[1], [2]]), "list"),
            (pl.Series([{"a": 1}, {"a": 2}]), "struct"),
            (pl.Series([b"x", b"y"]), "binary"),
            (pl.Series(np.zeros((2, 2))), "array"),
        ],
        ids=["list", "struct", "bytes", "array"],
    )
    def test_a_cell_holds_one_value(self, column, stored, read):
        out = io.BytesIO()
        pl.DataFrame({"fine": [1, 2], "odd": column}).write_parquet(out)
        with pytest.raises(ColumnTypeRefused, match="'odd'") as refused:
            read(out.getvalue())
        assert stored in str(refused.value)

    def test_a_dictionary_of_texts_is_a_column_of_texts(self, read):
        out = io.BytesIO()
        cells = pl.Series(["1,5", " 2,5"], dtype=pl.Categorical)
        pl.DataFrame({"x": cells, "y": [1, 2]}).write_parquet(out)
        assert read(out.getvalue()).numbers("x")[0].tolist() == [1.5, 2.5]

    @pytest.mark.parametrize("kind", ["parquet", "arrow", "arrow stream"])
    def test_an_empty_frame_is_no_table(self, kind, read):
        with pytest.raises(TableEmpty):
            read(KINDS[kind]({"a": []}))


class TestSizes:
    def test_a_file_past_the_bound_is_refused(self, read, monkeypatch):
        monkeypatch.setattr(table_file, "MAX_BYTES", 20)
        assert read("a,b\n1,2\n").n_rows == 1
        with pytest.raises(TableTooLarge):
            read("a,b\n" + "1,2\n" * 10)

    def test_gzip_that_swells_past_the_bound_is_refused(self, read, monkeypatch):
        raw = gzip.compress(b"a,b\n" + b"1,2\n" * 10_000)
        monkeypatch.setattr(table_file, "MAX_BYTES", len(raw) + 1)
        with pytest.raises(TableTooLarge):
            read(raw)

    def test_gzip_within_gzip_is_refused(self, read):
        with pytest.raises(TableUnreadable, match="twice"):
            read(gzip.compress(gzip.compress(b"a,b\n1,2\n")))

    @pytest.mark.parametrize("kind", ["parquet", "arrow"])
    def test_cells_are_counted_before_they_are_read(self, kind, read, monkeypatch):
        monkeypatch.setattr(table_file, "MAX_CELLS", 10)
        with pytest.raises(TableTooLarge):
            read(KINDS[kind](ROWS))

    def test_a_header_without_end_is_refused(self, read, monkeypatch):
        monkeypatch.setattr(table_delimited, "MOST_COLUMNS", 3)
        with pytest.raises(TableTooLarge):
            read("a,b,c,d\n1,2,3,4\n")


class TestPaths:
    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(FileMissing):
            read_table(tmp_path / "none.csv")

    def test_a_folder_is_no_table(self, tmp_path):
        with pytest.raises(NotAFile):
            read_table(tmp_path)


@pytest.mark.parametrize(
    "options", [{"delimiter": "x"}, {"encoding": "ebcdic"}, {"decimal": ";"}], ids=str
)
def test_an_option_that_means_nothing_is_a_wrong_call(options, read):
    with pytest.raises(OptionUnknown):
        read("a,b\n1,2\n", **options)


@pytest.mark.parametrize("kind", KINDS)
def test_no_refusal_of_a_file_quotes_a_cell(kind, read):
    columns = {**ROWS, "note": [CANARY] * len(ROWS["note"])}
    raw = KINDS[kind](columns)
    for spoiled in (raw[: len(raw) // 2], raw + b'"' + CANARY.encode(), raw[7:]):
        assert CANARY not in refusal_of(read, spoiled)


def refusal_of(read, content):
    """Return all that a refusal says; nothing where the file was read."""
    try:
        read(content)
    except ConcordantError as refused:
        return str(refused) + repr(refused.as_record())
    return ""
