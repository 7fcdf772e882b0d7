"""A graph as SVG, without a program that draws."""
from __future__ import annotations

from html import escape

from rushlight.insight.layout import Layout

LETTER, BOX, STEP, MARGIN = 7.3, 38, 74, 14            # pixels: width of a letter, height of a box, from row to row, around all
FILLS = {"leaf": "#dbe9f6", "operation": "#ffffff", "result": "#dff0d8"}


def drawn(graph):
    """The SVG of a Graph: leaves on top, results at the bottom, what was freed dashed."""
    widths = [LETTER * max(len(v.title), len(v.detail)) + 18 for v in graph.vertices]
    layout = Layout(widths, graph.edges)
    width = max(x + w / 2 for x, w in zip(layout.x, layout.widths)) + 2 * MARGIN
    height = (len(layout.rows) - 1) * STEP + BOX + 2 * MARGIN
    center = [(layout.x[v] + MARGIN, height - MARGIN - BOX / 2 - layout.layer[v] * STEP) for v in range(len(widths))]
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
             f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="12">',
             '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             '<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>']
    lines += [_edge(center[needed], [x + MARGIN for x in reversed(bends)], center[consumer])
              for (consumer, needed), bends in zip(graph.edges, layout.bends)]
    lines += [_vertex(v, *place, w) for v, place, w in zip(graph.vertices, center, widths)]
    return "\n".join([*lines, "</svg>"])


def _vertex(vertex, x, y, width):
    dashes = ' stroke-dasharray="4 3"' if vertex.freed else ""
    corners = BOX / 2 if vertex.kind == "leaf" else 4
    return (f'<rect x="{x - width / 2:.1f}" y="{y - BOX / 2:.1f}" width="{width:.1f}" height="{BOX}" rx="{corners}" '
            f'fill="{FILLS[vertex.kind]}" stroke="#555"{dashes}/>'
            f'<text x="{x:.1f}" y="{y - 3:.1f}" text-anchor="middle" font-weight="bold">{escape(vertex.title)}</text>'
            f'<text x="{x:.1f}" y="{y + 12:.1f}" text-anchor="middle" fill="#555">{escape(vertex.detail)}</text>')


def _edge(start, bends, end):
    """A curve from what is needed down to what needs it, through its bends."""
    x, y = start[0], start[1] + BOX / 2
    path = [f"M{x:.1f} {y:.1f}"]
    stops = [(bend, start[1] + (i + 1) * STEP) for i, bend in enumerate(bends)]
    for to_x, to_y in [*stops, (end[0], end[1] - BOX / 2)]:
        middle = (y + to_y) / 2
        path.append(f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
    return f'<path d="{" ".join(path)}" fill="none" stroke="#555" marker-end="url(#tip)"/>'
