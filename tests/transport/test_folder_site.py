"""The site's end: an upload is whole or absent, what comes back is checked to its last byte."""

import hashlib
import os
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from concordant.errors import BundleRejected
from concordant.errors.files import FileExists, FileMissing, FileTooLarge, NotAFile
from concordant.errors.site_release import PublicFileDiffers
from concordant.errors.wire import BundleShape, OtherTerms, WrongKind
from concordant.files.reading import read_bounded
from concordant.linalg.orthonormal import draw_haar
from concordant.site.contribute import contribute
from concordant.transport.folder.site import (
    read_public_table,
    read_return,
    read_span,
    write_upload,
)
from concordant.wire.codec import encode_message
from concordant.wire.messages import Envelope
from tests.returns import make_linear_return
from tests.studies import make_charter, make_columns, make_pact, make_table, span_message

CHARTER = make_charter(span="agreed")


@pytest.fixture
def span(rng):
    return span_message(CHARTER, make_pact(), draw_haar(rng, 11, 4), ("a", "b"))


@pytest.fixture
def returned(rng):
    sent = Envelope(CHARTER.study_id, CHARTER.terms_digest, "north", 1, "b" * 64)
    return make_linear_return(rng, CHARTER, sent).message


@pytest.fixture
def bundle(rng):
    return contribute(make_charter(), make_pact(), make_table(rng), site="north").bundle


def put(path, message):
    path.write_bytes(encode_message(message))
    return path


def test_an_upload_has_its_agreed_name_and_the_bytes_of_the_message(bundle, tmp_path):
    uploaded = write_upload(bundle, tmp_path)
    raw = (tmp_path / "north.bundle").read_bytes()
    assert raw == encode_message(bundle)
    assert uploaded.path == tmp_path / "north.bundle"
    assert (uploaded.sha256, uploaded.n_bytes) == (hashlib.sha256(raw).hexdigest(), len(raw))
    assert [path.name for path in tmp_path.iterdir()] == ["north.bundle"]


def test_a_file_of_that_name_is_left_alone_without_force(bundle, tmp_path):
    (tmp_path / "north.bundle").write_bytes(b"theirs")
    with pytest.raises(FileExists):
        write_upload(bundle, tmp_path)
    assert (tmp_path / "north.bundle").read_bytes() == b"theirs"
    write_upload(bundle, tmp_path, force=True)
    assert (tmp_path / "north.bundle").read_bytes() == encode_message(bundle)


def test_span_and_return_come_back_as_they_were_sent(span, returned, tmp_path):
    got = read_span(put(tmp_path / "study.span", span), CHARTER)
    np.testing.assert_array_equal(got.span, span.span)
    assert (got.envelope, got.sites) == (span.envelope, span.sites)
    back = read_return(put(tmp_path / "north.return", returned), CHARTER)
    np.testing.assert_array_equal(back.map, returned.map)
    np.testing.assert_array_equal(back.model, returned.model)


def test_every_97th_byte_of_span_and_return_is_guarded(span, returned, tmp_path):
    for message, read in ((span, read_span), (returned, read_return)):
        raw = encode_message(message)
        path = tmp_path / "altered"
        for place in range(0, len(raw), 97):
            path.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
            with pytest.raises(BundleRejected):
                read(path, CHARTER)


def test_one_kind_is_not_taken_for_another(span, returned, tmp_path):
    with pytest.raises(WrongKind):
        read_span(put(tmp_path / "x", returned), replace_n_dims(9))
    with pytest.raises(WrongKind):
        read_return(put(tmp_path / "y", span), CHARTER)


def replace_n_dims(n_dims):
    # Large enough that the file's size alone does not refuse it.
    return replace(CHARTER, n_dims=n_dims)


def test_a_span_of_another_size_is_refused_by_its_terms(span, tmp_path):
    with pytest.raises(OtherTerms, match="terms digest"):
        read_span(put(tmp_path / "study.span", span), make_charter(span="agreed", n_dims=5))


def test_a_return_of_another_study_is_refused_by_its_study_whatever_its_shapes(returned, tmp_path):
    other = make_charter(n_dims=7, study_id="f" * 32)
    with pytest.raises(OtherTerms, match="study id"):
        read_return(put(tmp_path / "north.return", returned), other)


def test_a_span_of_these_terms_and_another_size_is_refused_by_its_shape(span, tmp_path):
    other = make_charter(span="agreed", n_dims=5)
    envelope = replace(span.envelope, terms_digest=other.terms_digest)
    with pytest.raises(BundleShape):
        read_span(put(tmp_path / "study.span", replace(span, envelope=envelope)), other)


def test_missing_odd_and_oversized_files_are_refused(tmp_path):
    with pytest.raises(FileMissing):
        read_span(tmp_path / "study.span", CHARTER)
    with pytest.raises(NotAFile):
        read_return(tmp_path, CHARTER)
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(3 * 1024**3)
    for read in (read_span, read_return):
        tracemalloc.start()
        try:
            with pytest.raises(FileTooLarge):
                read(tmp_path / "huge", CHARTER)
            assert tracemalloc.get_traced_memory()[1] < 10**6, "it was read first"
        finally:
            tracemalloc.stop()


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "study.span")
    with pytest.raises(NotAFile):
        read_span(tmp_path / "study.span", CHARTER)


def test_the_public_table_is_the_very_file_of_the_terms(rng, tmp_path):
    columns = make_columns(rng, 5)
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    path = tmp_path / "public.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    charter = make_charter(span="public", public_sha256=digest)
    assert read_public_table(path, charter).n_rows == 5
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(PublicFileDiffers) as caught:
        read_public_table(path, charter)
    assert caught.value.facts["agreed"] == digest[:16]
    with pytest.raises(PublicFileDiffers):
        read_public_table(path, make_charter())


def test_the_public_rows_are_those_that_the_digest_was_taken_of(tmp_path, monkeypatch):
    path = tmp_path / "public.csv"
    path.write_text("x0\n1\n2\n", "utf-8")
    charter = make_charter(
        span="public", public_sha256=hashlib.sha256(path.read_bytes()).hexdigest()
    )

    def read_then_swapped(where, *rest):
        content = read_bounded(where, *rest)
        path.write_text("x0\n666\n", "utf-8")
        return content

    monkeypatch.setattr("concordant.transport.folder.site.read_bounded", read_then_swapped)
    assert read_public_table(path, charter).n_rows == 2
