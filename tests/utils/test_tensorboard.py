"""torch.utils.tensorboard, with a stand-in for the package that writes the files."""
import importlib
import sys
from types import ModuleType, SimpleNamespace

import pytest

import rushlight as torch

HOME = "rushlight.utils.tensorboard"


class Message(SimpleNamespace):
    Value = PluginData = Dim = SimpleNamespace


class File:
    def __init__(self, folder, *options):
        self.folder, self.options, self.events, self.state = str(folder), options, [], []
        FILES.append(self)

    def add_event(self, event):
        self.events.append((event.summary.value[0].tag, getattr(event, "step", None), event.wall_time, event.summary.value[0]))

    def flush(self):
        self.state.append("flushed")

    def close(self):
        self.state.append("closed")


FILES = []


@pytest.fixture
def writer_class(monkeypatch):
    FILES.clear()
    contents = {"": {}, ".compat": {}, ".compat.proto": {}, ".summary": {}, ".summary.writer": {},
                ".compat.proto.event_pb2": {"Event": Message}, ".compat.proto.tensor_pb2": {"TensorProto": Message},
                ".compat.proto.summary_pb2": {"Summary": Message, "SummaryMetadata": Message},
                ".compat.proto.tensor_shape_pb2": {"TensorShapeProto": Message},
                ".summary.writer.event_file_writer": {"EventFileWriter": File}}
    for name, names in contents.items():
        module = ModuleType("tensorboard" + name)
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    yield importlib.import_module(HOME).SummaryWriter
    for name in (HOME, HOME + ".writer"):
        sys.modules.pop(name, None)


def test_numbers_and_texts(writer_class, tmp_path):
    with writer_class(tmp_path, flush_secs=5) as writer:
        writer.add_scalar("loss", torch.tensor(1.5), 3, walltime=10.0)
        writer.add_text("note", "hello")
        writer.add_scalars("both/of", {"a": 1, "b": 2}, 4)
        writer.flush()
    main, a, b = FILES
    assert main.folder == writer.get_logdir() == str(tmp_path) and main.options == (10, 5, "")
    assert main.events[0][:3] == ("loss", 3, 10.0) and main.events[0][3].simple_value == 1.5
    assert main.events[1][:2] == ("note/text_summary", None) and main.events[1][3].tensor.string_val == [b"hello"]
    assert (a.folder, b.folder) == (str(tmp_path / "both_of_a"), str(tmp_path / "both_of_b"))
    assert a.events[0][:2] == ("both/of", 4) and a.events[0][2] == b.events[0][2] and b.events[0][3].simple_value == 2
    assert all(file.state == ["flushed", "closed"] for file in FILES)


def test_what_is_not_written(writer_class, tmp_path):
    writer = writer_class(tmp_path)
    for call in (lambda: writer.add_histogram("h", torch.ones(2)), lambda: writer_class(tmp_path, purge_step=1),
                 lambda: writer.add_scalar("a", 1, new_style=True)):
        with pytest.raises(NotImplementedError, match="SummaryWriter"):
            call()
    with pytest.raises(AttributeError, match="no attribute 'add_nothing'"):
        writer.add_nothing        # noqa: B018


def test_a_folder_of_its_own(writer_class):
    assert writer_class(comment="_mine").get_logdir().startswith("runs") and FILES[0].folder.endswith("_mine")


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboard", None)
    with pytest.raises(ModuleNotFoundError, match="tensorboard"):
        importlib.import_module(HOME)
