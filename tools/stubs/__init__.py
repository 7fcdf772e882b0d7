"""What tools/make_stubs.py writes stub files with."""
