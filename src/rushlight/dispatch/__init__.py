"""How a call reaches a kernel and the tape. See README.md in this folder."""
