import onnx
import pytest
from onnx import helper

from concordant.wire.model_operators import OPERATORS, PARTS, TYPES, VERSIONS


@pytest.mark.parametrize("domain", sorted(OPERATORS))
def test_every_operator_on_the_list_exists_in_the_last_version_that_is_accepted(domain):
    least, most = VERSIONS[domain]
    for operator in OPERATORS[domain]:
        schema = onnx.defs.get_schema(operator, most, domain)
        assert not schema.deprecated
        assert schema.since_version <= most
        graphs = (onnx.defs.OpSchema.AttrType.GRAPH, onnx.defs.OpSchema.AttrType.GRAPHS)
        assert all(attribute.type not in graphs for attribute in schema.attributes.values())
    assert least <= most


def test_the_names_of_parts_and_types_are_those_of_onnx():
    for kind, names in PARTS.items():
        assert names <= {field.name for field in getattr(onnx, kind).DESCRIPTOR.fields}
    for number, (name, n_bytes, listing) in TYPES.items():
        dtype = helper.tensor_dtype_to_np_dtype(number)
        assert (dtype.name, dtype.itemsize) == (name, n_bytes)
        assert helper.tensor_dtype_to_field(number) == listing
