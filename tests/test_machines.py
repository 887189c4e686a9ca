"""The table of hardware and models: complete, sourced, and with the figures that were checked by hand."""

import tomllib

import pytest

from graphs.errors import OutOfDomain
from symbolic.machines import (
    DATA,
    LEVELS,
    Memory,
    device,
    devices,
    dtype,
    dtypes,
    head_dimensions,
    model,
    models,
    plain_level,
    squeeze,
)

CHECKED = [
    ("t4", "smem", 65_536, 32_768, 16_384),
    ("rtx2080ti", "smem", 65_536, 32_768, 16_384),
    ("v100", "smem", 98_304, 49_152, 24_576),
    ("a100", "smem", 166_912, 83_456, 41_728),
    *((name, "smem", 101_376, 50_688, 25_344) for name in ("rtx3090", "a10", "a40", "a6000", "rtx4090", "l40s")),
    ("rtx5090", "smem", 101_376, 50_688, 25_344),
    *((name, "smem", 232_448, 116_224, 58_112) for name in ("h100", "h200", "b200")),
    *((name, "registers", 262_144, 131_072, 65_536) for name in ("t4", "v100", "a100", "rtx3090", "h100", "b200")),
    ("mi300x", "lds", 65_536, 32_768, 16_384),
    ("mi355x", "lds", 163_840, 81_920, 40_960),
    *((name, "vmem", 16 * 2**20, 8_388_608, 4_194_304) for name in ("tpu-v2", "tpu-v3", "tpu-v4")),
    ("tpu-v5p", "vmem", 64 * 2**20, 33_554_432, 16_777_216),
    *((name, "vmem", 128 * 2**20, 67_108_864, 33_554_432) for name in ("tpu-v5e", "tpu-v6e")),
]


@pytest.mark.parametrize("name, level, size, bf16, fp32", CHECKED)
def test_memories_checked_by_hand(name: str, level: str, size: int, bf16: int, fp32: int) -> None:
    memory = device(name).memory(level)
    assert (memory.bytes, memory.words(dtype("bf16")), memory.words(dtype("fp32"))) == (size, bf16, fp32)
    assert memory.verified


@pytest.mark.parametrize(
    "name, d_qk, d_v",
    [
        *((name, 64, 64) for name in ("gpt-2", "bert", "gpt-oss")),
        *((name, 80, 80) for name in ("vit-h", "phi-2")),
        *((name, 128, 128) for name in ("llama-2", "llama-3", "mistral", "qwen")),
        ("deepseek-v3", 192, 128),
        *((name, 256, 256) for name in ("gemma-2", "codegen", "gemma-4-local")),
        ("gemma-4-global", 512, 512),
        ("deepseek-mla", 576, 512),
    ],
)
def test_heads_of_models(name: str, d_qk: int, d_v: int) -> None:
    assert (model(name).d_qk, model(name).d_v) == (d_qk, d_v)


def test_what_is_remembered_is_not_verified() -> None:
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))
    assert all(not one["verified"] for one in table["source"].values() if "memory" in one["text"].split(";")[0])
    assert all(not memory.verified for one in devices() for memory in one.memories if memory.level == "l2")
    used = {row["of"] for kind in ("device", "architecture") for row in _memories(table, kind)}
    assert used | {row["of"] for row in table["model"]} == set(table["source"])


def _memories(table, kind):
    rows = table[kind].values() if kind == "architecture" else table[kind]
    return [memory for row in rows for memory in row.get("memories", ())]


def test_names_are_unique_and_rows_sensible() -> None:
    for known in (devices(), models(), dtypes()):
        names = [squeeze(word) for one in known for word in (one.name, *one.aliases)]
        assert len(names) == len(set(names))
    for one in devices():
        assert one.memories and len({memory.level for memory in one.memories}) == len(one.memories)
        assert all(memory.level in LEVELS and memory.bytes > 0 and memory.source for memory in one.memories)
    assert {own.name: own.bytes for own in dtypes()} == {
        **{"fp8": 1, "bf16": 2, "fp16": 2},
        **{"tf32": 4, "fp32": 4, "fp64": 8},
    }
    assert head_dimensions() == tuple(sorted(set(head_dimensions())))


def test_a_word_that_does_not_fit_is_not_counted() -> None:
    assert Memory("", 7, "memory", "", "", True).words(dtype("fp32")) == 1


@pytest.mark.parametrize(
    "ask, shown",
    [
        (lambda: device("h10"), "did you mean h100"),
        (lambda: device("cray"), "--list"),
        (lambda: model("lama2"), "did you mean llama-2"),
        (lambda: dtype("bf15"), "did you mean bf16"),
        (lambda: plain_level("l3"), "one of smem, vmem, registers, l2; got 'l3'"),
        (lambda: device("mi300x").memory("l2"), "it has smem; give its size with --bytes"),
    ],
)
def test_what_is_not_in_the_table(ask, shown: str) -> None:
    with pytest.raises(OutOfDomain, match=shown):
        ask()
