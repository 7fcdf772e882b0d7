"""torch.utils.benchmark: how long a statement takes."""
from rushlight.unbuilt import refusing
from rushlight.utils.benchmark.measurement import Measurement                       # noqa: F401
from rushlight.utils.benchmark.timer import Timer, timer                            # noqa: F401

__getattr__ = refusing("torch.utils.benchmark", "CallgrindStats Compare FunctionCount FunctionCounts FuzzedParameter "
                                                "FuzzedTensor Fuzzer ParameterAlias")
