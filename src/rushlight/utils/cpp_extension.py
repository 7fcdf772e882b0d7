"""torch.utils.cpp_extension: C++ is not compiled, and there is no library that it could be linked with."""
from rushlight.unbuilt import refusing

CUDA_HOME = ROCM_HOME = None
__getattr__ = refusing("torch.utils.cpp_extension", "BuildExtension CUDAExtension CppExtension include_paths library_paths load "
                                                    "load_inline")
