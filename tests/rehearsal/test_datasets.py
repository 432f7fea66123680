import pytest

from concordant.rehearsal.datasets import DATASETS, read_dataset
from concordant.rehearsal.split import most_sites


@pytest.mark.parametrize("name", DATASETS)
def test_a_set_is_a_whole_table_with_its_label_and_enough_rows_for_a_demo(name):
    dataset = read_dataset(name)
    assert dataset.label in dataset.columns
    assert {len(cells) for cells in dataset.columns.values()} == {dataset.n_rows}
    assert dataset.n_sites <= most_sites(dataset.n_rows)
    assert (dataset.label_step is None) == (dataset.task == "classification")
