"""torch.ao.quantization: numbers of few bits are not built."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.ao.quantization", "DeQuantStub FakeQuantize HistogramObserver MinMaxObserver QConfig "
                                                "QConfigMapping QuantStub QuantWrapper convert default_qconfig fuse_modules "
                                                "fuse_modules_qat get_default_qat_qconfig get_default_qconfig prepare "
                                                "prepare_qat quantize quantize_dynamic")
