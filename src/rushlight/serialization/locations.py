"""Where a file says that memory was, and where it goes: location tags, map_location, register_package."""
from __future__ import annotations

from rushlight.device import device as Device
from rushlight.storage import UntypedStorage

_ON_CPU = ("If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
           "storages to the CPU.")


def cpu_tag(storage):
    """Every storage here is on the CPU."""
    return "cpu"


def cpu_deserialize(storage, location):
    """The storage itself, if that is where it was."""
    return storage if location == "cpu" else None


def _absent(kind):
    """The deserializer of a device that this machine does not have."""
    def deserialize(storage, location):
        if location.startswith(kind):
            raise RuntimeError(f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is "
                               f"False. {_ON_CPU}")
    return deserialize


def _hpu_deserialize(storage, location):
    if location.startswith("hpu"):
        raise RuntimeError(f"The HPU device module is not registered. {_ON_CPU}")


def _mps_deserialize(storage, location):
    if location.startswith("mps"):
        raise RuntimeError(f"torch.UntypedStorage(): Storage device not recognized: mps. {_ON_CPU}")


def _meta_deserialize(storage, location):
    return UntypedStorage(storage.nbytes(), device="meta") if location == "meta" else None


def _no_tag(storage):
    return None


# (priority, tagger, deserializer): the first tag and the first storage that one gives is taken.
_package_registry = []


def register_package(priority, tagger, deserializer):
    """Adds a device: tagger(storage) gives its tag or None, deserializer(storage, location) the moved storage or None."""
    _package_registry.append((priority, tagger, deserializer))
    _package_registry.sort(key=lambda row: row[0])


register_package(10, cpu_tag, cpu_deserialize)
for _priority, _deserializer in ((20, _absent("cuda")), (21, _mps_deserialize), (22, _meta_deserialize), (24, _hpu_deserialize),
                                 (25, _absent("xpu")), (26, _absent("mtia"))):
    register_package(_priority, _no_tag, _deserializer)


def location_tag(storage):
    """What a file says of where the storage is."""
    for _, tagger, _ in _package_registry:
        tag = tagger(storage)
        if tag:
            return tag
    raise RuntimeError(f"don't know how to determine data location of {_type_name(storage)}")


def default_restore_location(storage, location):
    """The storage, moved to where the file says that it was. RuntimeError where there is no such device."""
    for _, _, deserializer in _package_registry:
        restored = deserializer(storage, location)
        if restored is not None:
            return restored
    raise RuntimeError(f"don't know how to restore data location of {_type_name(storage)} (tagged with {location})")


def _type_name(storage):
    return f"torch.storage.{type(storage).__name__}"


def restorer(map_location):
    """The function (storage, location) -> storage that a `map_location=` argument stands for."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, dict):
        return lambda storage, location: default_restore_location(storage, map_location.get(location, location))
    if isinstance(map_location, (str, Device)):
        return lambda storage, location: default_restore_location(storage, str(map_location))
    if not callable(map_location):
        raise TypeError(f"map_location is a string, a device, a dict or a function, not {type(map_location).__name__}")
    return lambda storage, location: _restored_by(map_location, storage, location)


def _restored_by(function, storage, location):
    restored = function(storage, location)
    if restored is None:
        return default_restore_location(storage, location)
    if not isinstance(restored, UntypedStorage):
        raise TypeError(f"map_location gives a storage or None, but gave {type(restored).__name__}")
    return restored


def validate_cuda_device(location):
    """Raises: there is no CUDA device here."""
    default_restore_location(None, location)


def validate_hpu_device(location):
    """Raises: there is no HPU here."""
    _hpu_deserialize(None, location)
