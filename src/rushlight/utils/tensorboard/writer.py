"""SummaryWriter: what happened in a run, as events in a file."""
from __future__ import annotations

import os
import socket
import time
from datetime import datetime

from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata
from tensorboard.compat.proto.tensor_pb2 import TensorProto
from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto
from tensorboard.summary.writer.event_file_writer import EventFileWriter

from rushlight.errors import refuse

_STRING = 7                                                 # DT_STRING, among the types of TensorProto
_UNBUILT = frozenset((
    "add_audio", "add_custom_scalars", "add_custom_scalars_marginchart", "add_custom_scalars_multilinechart", "add_embedding",
    "add_figure", "add_graph", "add_histogram", "add_histogram_raw", "add_hparams", "add_image", "add_image_with_boxes",
    "add_images", "add_mesh", "add_onnx_graph", "add_pr_curve", "add_pr_curve_raw", "add_tensor", "add_video"))


class SummaryWriter:
    """Writes scalars and texts into a folder: `log_dir`, or one below ./runs named after the time, the machine and `comment`."""

    def __init__(self, log_dir=None, comment="", purge_step=None, max_queue=10, flush_secs=120, filename_suffix=""):
        if purge_step is not None:
            refuse("SummaryWriter(purge_step=...)")
        stamp = datetime.now().strftime("%b%d_%H-%M-%S")
        self.log_dir = os.fspath(log_dir) if log_dir else os.path.join("runs", f"{stamp}_{socket.gethostname()}{comment}")
        self._options = max_queue, flush_secs, filename_suffix
        self._files = {}
        self._file(self.log_dir)

    def _file(self, folder):
        if folder not in self._files:
            self._files[folder] = EventFileWriter(folder, *self._options)
        return self._files[folder]

    def get_logdir(self):
        """The folder."""
        return self.log_dir

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        """A number at a step."""
        if new_style or double_precision:
            refuse("SummaryWriter.add_scalar(new_style=True or double_precision=True)")
        self._write(self.log_dir, Summary.Value(tag=tag, simple_value=float(scalar_value)), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Numbers of one diagram, each in a folder of its own."""
        walltime = time.time() if walltime is None else walltime
        for tag, number in tag_scalar_dict.items():
            folder = os.path.join(self.log_dir, f"{main_tag.replace('/', '_')}_{tag}")
            self._write(folder, Summary.Value(tag=main_tag, simple_value=float(number)), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        """A text at a step."""
        metadata = SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="text"))
        shape = TensorShapeProto(dim=[TensorShapeProto.Dim(size=1)])
        text = TensorProto(dtype=_STRING, string_val=[text_string.encode()], tensor_shape=shape)
        self._write(self.log_dir, Summary.Value(tag=f"{tag}/text_summary", metadata=metadata, tensor=text), global_step, walltime)

    def _write(self, folder, value, step, walltime):
        event = Event(wall_time=time.time() if walltime is None else walltime, summary=Summary(value=[value]))
        if step is not None:
            event.step = int(step)
        self._file(folder).add_event(event)

    def flush(self):
        """Writes out what waits."""
        for file in self._files.values():
            file.flush()

    def close(self):
        """Writes out what waits, and ends the files; a later event opens new ones."""
        for file in self._files.values():
            file.close()
        self._files = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __getattr__(self, name):
        if name in _UNBUILT:
            refuse(f"SummaryWriter.{name}")
        raise AttributeError(f"'SummaryWriter' object has no attribute '{name}'")
