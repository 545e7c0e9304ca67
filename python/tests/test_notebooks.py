"""The notebooks run to their end."""

import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(notebook: Path, tmp_path: Path) -> None:
    command = ["-m", "jupyter", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), str(notebook)]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    text = (tmp_path / notebook.name).read_text()
    assert text.count('"image/png"') >= 2
