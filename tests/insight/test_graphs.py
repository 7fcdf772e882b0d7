"""The graph of a tensor: text, DOT and SVG."""
import re
from xml.dom import minidom

import pytest
import rushlight as torch
from rushlight.insight.layout import Layout


def small():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    loss = (y * y).sum() + x.sum()
    return x, y, loss


def test_text_lists_operations_with_names_shapes_and_edges():
    x, y, loss = small()
    assert str(torch.graph(loss)).splitlines() == [
        "  0  loss  float32[]  <- 1",
        "  1  AddBackward0  float32[]  <- 3, 2",
        "  2  SumBackward0  float32[]  <- 6",
        "  3  SumBackward0  float32[]  <- 4",
        "  4  MulBackward0  float32[3]  <- 5, 5",
        "  5  MulBackward0  float32[3]  <- 6",
        "  6  x  float32[3]",
    ]


def test_names_may_be_given():
    model_weight = torch.ones(2, requires_grad=True)
    assert "layer.weight" in str(torch.graph(model_weight * 2, {"layer.weight": model_weight}))


def test_what_was_freed_is_marked():
    x, y, loss = small()
    loss.backward()
    freed = [line for line in str(torch.graph(loss)).splitlines() if line.endswith("(freed)") or "(freed)" in line]
    assert len(freed) == 2 and all("MulBackward0" in line for line in freed)


def test_dot_has_every_vertex_and_edge():
    x, y, loss = small()
    graph = torch.graph(loss)
    dot = graph.dot()
    assert dot.startswith("digraph") and dot.count(" -> ") == len(graph.edges)
    assert len(re.findall(r"v\d+ \[", dot)) == len(graph.vertices)


def test_svg_is_well_formed_and_boxes_do_not_overlap():
    x, y, loss = small()
    graph = torch.graph(loss)
    document = minidom.parseString(graph.svg())
    boxes = [[float(r.getAttribute(a)) for a in ("x", "y", "width", "height")] for r in document.getElementsByTagName("rect")]
    assert len(boxes) == len(graph.vertices)
    for i, (ax, ay, aw, ah) in enumerate(boxes):
        for bx, by, bw, bh in boxes[:i]:
            assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
    width, height = (float(document.documentElement.getAttribute(a)) for a in ("width", "height"))
    assert all(0 <= x and x + w <= width + 1 and 0 <= y and y + h <= height + 1 for x, y, w, h in boxes)
    assert graph._repr_svg_() == graph.svg()


def test_the_examples_of_the_documents():
    """As in the pages on requires_grad and retains_grad: a leaf, and a leaf with two results on the way."""
    t = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = t * 2
    z = y.sum()
    lines = str(torch.graph(z)).splitlines()
    assert [line.split()[1] for line in lines] == ["z", "SumBackward0", "MulBackward0", "t"]
    minidom.parseString(torch.graph(z).svg())


def test_a_constant_has_no_graph():
    with pytest.raises(RuntimeError, match="requires no gradient"):
        torch.graph(torch.ones(2))


def test_a_long_edge_bends_in_every_layer_between():
    layout = Layout([10, 10, 10, 10], [(0, 1), (1, 2), (2, 3), (0, 3)])
    assert layout.layer[:4] == [0, 1, 2, 3] and len(layout.bends[3]) == 2
