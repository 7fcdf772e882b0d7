"""Batch norms taken into the layers before them."""
import pytest

import rushlight as torch
from rushlight import nn
from rushlight.nn.utils import fusion


def trained(bn):
    nn.init.normal_(bn.running_mean)
    nn.init.uniform_(bn.running_var, 0.5, 2)
    if bn.affine:
        nn.init.uniform_(bn.weight)
        nn.init.normal_(bn.bias)
    return bn.eval()


@pytest.mark.parametrize("layer, bn, shape, options", [
    (nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), (2, 3, 5, 5), ()), (nn.Conv1d(3, 4, 3, bias=False), nn.BatchNorm1d(4), (2, 3, 5), ()),
    (nn.Conv3d(3, 4, 2), nn.BatchNorm3d(4, affine=False), (2, 3, 3, 3, 3), ()),
    (nn.ConvTranspose2d(3, 4, 3), nn.BatchNorm2d(4), (2, 3, 5, 5), (True,)), (nn.Linear(3, 4), nn.BatchNorm1d(4), (5, 3), ()),
    (nn.Linear(3, 4, bias=False), nn.BatchNorm1d(4), (5, 3), ())], ids=repr)
def test_fused_layers_compute_the_same(layer, bn, shape, options):
    x, fuse = torch.randn(shape), fusion.fuse_linear_bn_eval if isinstance(layer, nn.Linear) else fusion.fuse_conv_bn_eval
    trained(bn)
    fused = fuse(layer.eval(), bn, *options)
    assert type(fused) is type(layer) and fused is not layer and not fused.training
    assert torch.allclose(fused(x), bn(layer(x)), atol=1e-5)
    assert fused.weight.requires_grad and fused.bias.requires_grad == (layer.bias is not None)


def test_layers_that_do_not_fit():
    linear, bn = nn.Linear(3, 4), nn.BatchNorm1d(4)
    with pytest.raises(AssertionError, match="Fusion only for eval!"):
        fusion.fuse_linear_bn_eval(linear, bn)
    with pytest.raises(AssertionError, match="must not be None"):
        fusion.fuse_linear_bn_eval(linear.eval(), nn.BatchNorm1d(4, track_running_stats=False).eval())
    with pytest.raises(AssertionError, match="got linear.out_features=4 and bn.num_features=3"):
        fusion.fuse_linear_bn_eval(linear, nn.BatchNorm1d(3).eval())


def test_half_precision_and_constants_stay():
    rows = [torch.rand(4) for _ in range(4)]
    weight, bias = fusion.fuse_linear_bn_weights(torch.rand(4, 3).half(), None, *rows[:2], 1e-5, *rows[2:])
    assert weight.dtype is bias.dtype is torch.float16 and not weight.requires_grad and not bias.requires_grad
