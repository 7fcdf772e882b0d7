"""What the processor can do, under the names of torch.cpu.get_capabilities. rushlight itself asks none of it: NumPy does."""
from __future__ import annotations

import functools
import os
import platform
from pathlib import Path

_FEATURES = """aes amx_bf16 amx_fp16 amx_int8 amx_tile avx avx10_1 avx10_2 avx2 avx512_4fmaps avx512_4vnniw avx512_bf16
    avx512_bitalg avx512_bw avx512_cd avx512_dq avx512_f avx512_fp16 avx512_ifma avx512_vbmi avx512_vbmi2 avx512_vl avx512_vnni
    avx512_vp2intersect avx512_vpopcntdq avx_ne_convert avx_vnni avx_vnni_int16 avx_vnni_int8 bmi bmi2 clflush clflushopt clwb
    f16c fma3 fma4 lzcnt popcnt sha sse sse2 sse3 sse4_1 sse4_2 sse4a ssse3""".split()
# Where Linux has another word for one.
_FLAGS = {"bmi": "bmi1", "fma3": "fma", "lzcnt": "abm", "sha": "sha_ni", "sse3": "pni",
          **{f"avx512_{name}": f"avx512{name}" for name in ("bw", "cd", "dq", "f", "ifma", "vbmi", "vl")}}


@functools.cache
def _facts():
    """{"flags": ..., "model name": ...} of the first processor; nothing where the system does not tell."""
    try:
        first = Path("/proc/cpuinfo").read_text().partition("\n\n")[0]
    except OSError:
        return {}
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in first.splitlines())}


def _cache_size(index):
    """Bytes of a cache of the first processor."""
    try:
        size = Path(f"/sys/devices/system/cpu/cpu0/cache/index{index}/size").read_text().strip()
    except OSError:
        return 0
    return int(size.rstrip("K")) << (10 if size.endswith("K") else 0)


def get_capabilities():
    """Returns the features of the processor, each with True or False, its name, and its numbers of cores and bytes of cache."""
    flags = _facts().get("flags", "").split()
    cores = os.cpu_count() or 1
    return {**{name: _FLAGS.get(name, name) in flags for name in _FEATURES},
            "architecture": platform.machine(), "cpu_name": _facts().get("model name", platform.processor()),
            "num_logical_cores": cores, "num_physical_cores": int(_facts().get("cpu cores", cores)), "num_sockets": 1,
            "l1d_cache_size": _cache_size(0), "l2_cache_size": _cache_size(2)}
