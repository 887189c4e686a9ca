"""The families of CDAGs that can be asked for by name, such as matmul:2,2,2 or attention_backward:1,1,XY."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families.attention import attention_backward, attention_forward
from graphs.families.butterflies import fft
from graphs.families.kernel_attention import kernel_attention_backward, kernel_attention_forward
from graphs.families.matmul import matmul, scores
from graphs.families.pyramids import pyramid
from graphs.families.trees import binary_tree, chain, reduction

FAMILIES: dict[str, Callable[..., Cdag]] = {
    build.__name__: build
    for build in (
        chain,
        reduction,
        binary_tree,
        pyramid,
        fft,
        matmul,
        scores,
        attention_forward,
        attention_backward,
        kernel_attention_forward,
        kernel_attention_backward,
    )
}


def usage(name: str) -> str:
    """Returns how a family is asked for.

    >>> usage("pyramid"), usage("attention_forward")
    ('pyramid:height', 'attention_forward:n,d[,trees=chain]')
    """
    text = ""
    for parameter in inspect.signature(FAMILIES[name]).parameters.values():
        comma = "," if text else ""
        optional = parameter.default is not parameter.empty
        text += f"[{comma}{parameter.name}={parameter.default}]" if optional else comma + parameter.name
    return f"{name}:{text}"


def family(specification: str) -> Cdag:
    """Returns the member of a family that a text such as `matmul:2,2,2,trees=fma` names.

    Raises OutOfDomain, saying what the family wants, if the name or the parameters are not right.

    >>> family("matmul:2,2,2,trees=fma").name
    'matmul_2x2x2_fma'
    """
    name, _, rest = specification.partition(":")
    if name not in FAMILIES:
        raise OutOfDomain(f"no family is called {name!r}; known: {', '.join(map(usage, FAMILIES))}")
    words = [word.strip() for word in rest.split(",") if word.strip()]
    plain = [_value(word) for word in words if "=" not in word]
    named = {key.strip(): _value(value) for key, _, value in (word.partition("=") for word in words if "=" in word)}
    try:
        inspect.signature(FAMILIES[name]).bind(*plain, **named)
    except TypeError as error:
        raise OutOfDomain(f"{specification!r}: {error}; use {usage(name)}") from None
    return FAMILIES[name](*plain, **named)


def _value(word: str) -> int | bool | str:
    if word.lstrip("-").isdecimal():
        return int(word)
    return {"True": True, "False": False}.get(word, word)
