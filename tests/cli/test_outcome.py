import json

import pytest

from concordant.cli.console import Screen
from concordant.cli.outcome import finish
from concordant.cli.sizes import say_bytes, say_count, say_number, say_shape
from concordant.errors import InputRejected


def test_an_answer_that_refuses_is_one_document_with_its_code(capsys):
    assert finish(Screen(json=True), {"sites": []}, InputRejected()) == 3
    out, err = capsys.readouterr()
    record = json.loads(out)
    assert record["sites"] == []
    assert record["error"] == "InputRejected"
    assert record["exit_code"] == 3
    assert err.startswith("Error: ")


def test_a_good_answer_ends_with_0(capsys):
    assert finish(Screen(json=True), {"a": 1}, None) == 0
    assert json.loads(capsys.readouterr().out) == {"a": 1, "exit_code": 0}


@pytest.mark.parametrize("n_bytes", [0, 1, 999, 1000, 10**6, 10**9, 10**13])
def test_sizes_are_told_in_units_that_people_know(n_bytes):
    number, unit = say_bytes(n_bytes).split()
    factor = {"bytes": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}[unit]
    assert float(number.replace(",", "")) * factor == n_bytes


def test_other_numbers():
    assert say_shape((2, 3000)) == "2 x 3,000"
    assert say_shape(()) == ""
    assert say_count(0, "row") == "0 rows"
    assert say_number(float("nan")) == "-"
    assert say_number(float("inf")) == "-"
    assert say_number(0.0) == "0.0000"
    assert float(say_number(1e-9)) == 1e-9
    assert say_number(-0.25, signed=True) == "-0.2500"
