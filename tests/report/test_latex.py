import re
import shutil
import subprocess

import pytest

from concordant.report.latex import LatexTable, escape_latex, render_latex

HOSTILE = r"a_b & 50 % {c} #1 $x$ \input{/etc/passwd} ~^<>|`\"* [1cm] ±² 名前"


def table(**choices):
    given = {
        "header": ("way", "accuracy, %", "standing"),
        "rows": (("auto, own", "86.2 ± 0.5", "best"), ("local", "-1.25", ""), ("odc", "-", "x")),
        "caption": "Test rows stay at their site (`--test own-site`).",
        "label": "tab:a b_c",
        "numeric": (1,),
        "bold": frozenset({(0, 1)}),
        "marked": frozenset({(1, 1)}),
        "notes": ("A star: not told apart.",),
        **choices,
    }
    return LatexTable(**given)


def braces_balance(text: str) -> bool:
    depth = 0
    for found in re.findall(r"\\[{}\\]|[{}]", text):
        depth += {"{": 1, "}": -1}.get(found, 0)
        if depth < 0:
            return False
    return depth == 0


def test_every_row_has_the_columns_that_the_head_declares():
    lines = render_latex(table()).splitlines()
    assert r"\begin{tabular}{lr@{}ll}" in lines
    rows = [line for line in lines if line.endswith("\\\\")]
    for row in rows:
        spans = sum(int(n) for n in re.findall(r"\\multicolumn\{(\d)\}", row))
        n_cells = len(re.findall(r"(?<!\\)&", row)) + 1
        n_spanned = len(re.findall(r"\\multicolumn", row))
        assert n_cells + spans - n_spanned == 4


def test_a_number_stands_before_its_half_width_so_that_decimals_align():
    text = render_latex(table())
    assert r"auto, own & \textbf{86.2} & \,$\pm$\,0.5 & best \\" in text
    assert r"local & $-$1.25 & $^{\ast}$ &  \\" in text


def test_the_rules_are_those_of_booktabs_and_the_caption_stands_above():
    text = render_latex(table())
    order = [text.index(word) for word in (r"\caption", r"\toprule", r"\midrule", r"\bottomrule")]
    assert order == sorted(order)
    assert r"\texttt{-{}-test own-site}" in text
    assert r"\label{tab:a-b-c}" in text
    assert "|" not in text.split(r"\begin{tabular}")[1].splitlines()[0]


def test_no_name_can_become_a_command():
    text = render_latex(table(rows=((HOSTILE, HOSTILE, HOSTILE),), caption=HOSTILE))
    assert r"\input" not in text
    assert braces_balance(text)
    escaped = escape_latex(HOSTILE)
    assert re.findall(r"(?<!\\)[&%#_]", escaped) == []


def test_a_row_that_begins_with_a_bracket_or_a_star_gives_the_rule_above_no_argument():
    text = render_latex(table(rows=(("a", "1", "b"), ("[9cm]", "2", "*"), ("*x", "3", "c"))))
    assert not re.search(r"\\\\\n[\[*]", text)


def test_an_odd_control_character_is_spelled_out():
    assert escape_latex("a\x1b\nb") == r"a\textbackslash{}x1b b"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_table_can_be_typeset(tmp_path):
    plain = HOSTILE.encode("latin-1", "ignore").decode("latin-1")
    body = render_latex(table(rows=((plain, "86.2 ± 0.5", plain),)))
    source = (
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n"
        f"\\begin{{document}}\n{body}\\end{{document}}\n"
    )
    (tmp_path / "t.tex").write_text(source, "utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],  # noqa: S607
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
