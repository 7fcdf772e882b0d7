"""torch.nn.modules: the layers, each loaded from its file when first used."""
from importlib import import_module

from rushlight.lazy_module import load_lazily

_LAYERS = {
    "activation": "ReLU Threshold LeakyReLU RReLU PReLU ELU CELU SELU GELU SiLU Mish Hardswish Softplus GLU Hardtanh "
                  "ReLU6 Sigmoid LogSigmoid Hardsigmoid Tanh Softsign Tanhshrink Hardshrink Softshrink Softmax Softmin "
                  "LogSoftmax Softmax2d",
    "adaptive": "AdaptiveLogSoftmaxWithLoss",
    "batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d",
    "channelshuffle": "ChannelShuffle",
    "container": "Container Sequential ModuleList ModuleDict ParameterList ParameterDict",
    "conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d "
            "LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
    "distance": "PairwiseDistance CosineSimilarity",
    "dropout": "Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout",
    "flatten": "Flatten Unflatten",
    "fold": "Fold Unfold",
    "instancenorm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d",
    "linear": "Identity Linear NonDynamicallyQuantizableLinear Bilinear LazyLinear",
    "loss": "L1Loss MSELoss SmoothL1Loss HuberLoss NLLLoss NLLLoss2d CrossEntropyLoss LinearCrossEntropyLoss BCELoss "
            "BCEWithLogitsLoss CTCLoss KLDivLoss PoissonNLLLoss GaussianNLLLoss SoftMarginLoss HingeEmbeddingLoss "
            "MarginRankingLoss CosineEmbeddingLoss TripletMarginLoss TripletMarginWithDistanceLoss MultiLabelMarginLoss "
            "MultiLabelSoftMarginLoss MultiMarginLoss",
    "module": "Module",
    "multihead_attention": "MultiheadAttention",
    "normalization": "LocalResponseNorm CrossMapLRN2d LayerNorm RMSNorm GroupNorm",
    "padding": "ConstantPad1d ConstantPad2d ConstantPad3d ZeroPad1d ZeroPad2d ZeroPad3d ReflectionPad1d ReflectionPad2d "
               "ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d CircularPad1d CircularPad2d CircularPad3d",
    "pixelshuffle": "PixelShuffle PixelUnshuffle",
    "pooling": "MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d FractionalMaxPool2d "
               "FractionalMaxPool3d AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d AdaptiveMaxPool1d "
               "AdaptiveMaxPool2d AdaptiveMaxPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d",
    "rnn": "RNNBase RNN GRU LSTM RNNCellBase RNNCell LSTMCell GRUCell",
    "sparse": "Embedding EmbeddingBag",
    "transformer": "TransformerEncoderLayer TransformerDecoderLayer TransformerEncoder TransformerDecoder Transformer",
    "upsampling": "Upsample UpsamplingNearest2d UpsamplingBilinear2d",
    "linear_cross_entropy_options": "LinearCrossEntropyOptions",
}
_FILES = (*_LAYERS, "lazy", "utils")
HOME = {name: module for module, names in _LAYERS.items() for name in names.split()}


def __getattr__(name):
    if name in HOME:
        return getattr(import_module(f"rushlight.nn.modules.{HOME[name]}"), name)
    if name in _FILES:
        return import_module(f"rushlight.nn.modules.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.nn.modules", name)


def __dir__():
    return sorted([*globals(), *HOME])


load_lazily(__name__)
