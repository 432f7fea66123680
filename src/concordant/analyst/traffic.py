"""What a finished training moved, in bytes and words, against federated averaging.

In:  the terms, the bundles that came, the agreed span, the returns, the model that was trained.
Out: sizes of the files, to the byte; sentences. Nothing is read or written. The analyst runs this.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from concordant.analyst.models import ModelChoice
from concordant.terms.charter import Charter
from concordant.terms.communication_files import message_bytes, span_bytes, view_bytes
from concordant.terms.communication_models import (
    HIDDEN_UNITS,
    averaged_parameters,
    count_outputs,
    network_parameters,
)
from concordant.terms.communication_study import Federated, SiteTraffic, compare_federated
from concordant.terms.communication_units import say_bytes
from concordant.terms.communication_words import compare_in_words, describe_leaving
from concordant.wire.messages import AgreedSpan, RepresentationBundle, ReturnBundle


@dataclass(frozen=True, slots=True)
class Traffic:
    """The files of every site that sent a bundle, those left out of the training included.

    ``rival`` is federated averaging of ``rival_model`` over the sites with rows; the sentences
    hold one against the other.
    """

    sites: tuple[SiteTraffic, ...]
    words: tuple[str, ...]
    rival_model: str
    rival: Federated
    sentences: tuple[str, ...]

    @property
    def total_bytes(self) -> int:
        """All that moved, up and down."""
        return sum(each.up + each.down for each in self.sites)


def measure_traffic(
    charter: Charter,
    bundles: Iterable[RepresentationBundle],
    returns: Mapping[str, ReturnBundle],
    choice: ModelChoice,
    *,
    span: AgreedSpan | None,
) -> Traffic:
    """Return what moved; views are counted from the terms, all else from what is at hand."""
    bundles = tuple(bundles)
    names = [bundle.envelope.site for bundle in bundles]
    viewed = _sites_with_views(charter, names, span)
    of_span = 0
    if charter.span == "agreed":
        of_span = span_bytes(charter, names) if span is None else message_bytes(span)
    of_return = {name: message_bytes(message) for name, message in returns.items()}
    sites = tuple(
        SiteTraffic(
            site=name,
            n_rows=len(bundle.rows),
            view_bytes=view_bytes(charter, name) if name in viewed else 0,
            span_bytes=of_span,
            bundle_bytes=message_bytes(bundle),
            return_bytes=of_return.get(name, 0),
        )
        for name, bundle in zip(names, bundles, strict=True)
    )
    return _compare(charter, sites, choice)


def _sites_with_views(
    charter: Charter, names: list[str], span: AgreedSpan | None
) -> frozenset[str]:
    if charter.span != "agreed":
        return frozenset()
    return frozenset(names if span is None else span.sites)


def _compare(charter: Charter, sites: tuple[SiteTraffic, ...], choice: ModelChoice) -> Traffic:
    total = sum(each.up + each.down for each in sites)
    words, n_parameters, why = _choose_rival(charter, choice)
    rival = compare_federated(
        total,
        n_sites=sum(each.n_rows > 0 for each in sites),
        n_parameters=n_parameters,
    )
    amounts = (
        f"Federated averaging of {words} on the raw features ({n_parameters:,} parameters) would "
        f"move {say_bytes(rival.bytes_per_round)} a round, {say_bytes(rival.total_bytes)} in "
        f"{rival.n_rounds} rounds. This study moved {say_bytes(total)}, once."
    )
    sentences = (*why, amounts, compare_in_words(words, rival))
    return Traffic(sites, describe_leaving(charter), words, rival, sentences)


def _choose_rival(charter: Charter, choice: ModelChoice) -> tuple[str, int, tuple[str, ...]]:
    """Return the same model where it can be averaged, else a usual network and the reason."""
    n_outputs = count_outputs(len(charter.classes))
    n_parameters = averaged_parameters(
        choice.name, choice.parameters, n_inputs=charter.n_features, n_outputs=n_outputs
    )
    if n_parameters is not None:
        return f"the same model ({choice.name})", n_parameters, ()
    reason = (
        f"A model such as {choice.name!r} cannot be averaged number by number, so the comparison "
        "is with a network."
    )
    n_parameters = network_parameters(charter.n_features, n_outputs)
    return f"a network of {HIDDEN_UNITS} hidden units", n_parameters, (reason,)
