# make demo     train on handwritten digits, as `python -m rushlight` runs a PyTorch program
# make test     every test that needs no PyTorch
# make parity   rushlight beside PyTorch in one process; says so and stops where PyTorch cannot be had
# make types    mypy, and pyright where there is Node.js, accept examples/ and find the types that the tests name
# make bench    the cost of small calls, of training steps and of random numbers against PyTorch's
PYTHON ?= python3
TORCH  ?= torch==2.13.0
OURS   := .venv/bin/python
BESIDE := .venv-parity/bin/python

.PHONY: demo test parity types bench venv clean

demo: .venv/installed
	$(OURS) -m rushlight examples/digits.py

test: .venv/installed
	$(OURS) -m pytest -q

parity: .venv-parity/tried
	@if [ -e .venv-parity/installed ]; then $(BESIDE) -m pytest -q tests/parity; \
	 else echo "parity: skipped, because $(TORCH) could not be installed (nothing else needs it)"; fi

types: .venv/types-tried
	@if [ ! -e .venv/types-installed ]; then echo "types: skipped, because mypy and pyright could not be installed"; exit 0; fi; \
	 $(OURS) -m rushlight.typings --force build/typings && $(OURS) -m mypy && \
	 if command -v node > /dev/null; then $(OURS) -m pyright -p .; else echo "types: pyright skipped, because there is no Node.js"; fi

bench: .venv/installed .venv-parity/tried
	@python=$$([ -e .venv-parity/installed ] && echo $(BESIDE) || echo $(OURS)); \
	 $$python benchmarks/small_ops.py && $$python benchmarks/training.py && $$python benchmarks/drawing.py

venv: .venv/installed

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(OURS) -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

.venv/types-tried: .venv/installed
	@$(OURS) -m pip install --quiet --disable-pip-version-check --retries 1 -e '.[types]' && touch .venv/types-installed || true
	@touch $@

# `tried` is written either way, `installed` only if PyTorch is there: one failed attempt is enough until `make clean`.
.venv-parity/tried: pyproject.toml
	@rm -rf .venv-parity
	@python3.11 -m venv .venv-parity || mkdir -p .venv-parity
	@$(BESIDE) -m pip install --quiet --disable-pip-version-check --retries 1 $(TORCH) -e '.[test,scipy]' \
	 && touch .venv-parity/installed || echo "parity: could not install $(TORCH)"
	@touch $@

clean:
	rm -rf .venv .venv-parity build dist .pytest_cache .ruff_cache .hypothesis examples/out
