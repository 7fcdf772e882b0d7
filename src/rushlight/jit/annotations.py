"""torch.jit.annotations: the names that type comments of scripts refer to."""
from typing import Any, Dict, List, Optional, Tuple                                             # noqa: F401, UP035


class _BroadcastingList:
    """One value, or a list of them, as the annotation of an argument: BroadcastingList2[int]."""

    def __getitem__(self, types):
        return None


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingList4 = _BroadcastingList()
BroadcastingList5 = BroadcastingList6 = BroadcastingList1
