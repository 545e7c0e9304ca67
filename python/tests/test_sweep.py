"""Sweeps: the same rows from every executor, nothing twice, nothing lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import pegsim
from pegsim import sweep as module
from pegsim.sweep import Job, jobs, sweep

WHAT: dict[str, Any] = {"models": ["peg", "exact"], "steps": [0.01, 0.02], "duration": 0.2}


@pytest.fixture(params=["threads", "processes", "dask"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif request.param == "processes":
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            yield processes
    else:
        distributed = pytest.importorskip("distributed")
        # A scheduler and two workers, each a process of its own.
        with (
            distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()


def without_times(table: Any) -> list[dict[str, Any]]:
    rows = table.drop_columns(["seconds_per_step"]).to_pylist()
    for row in rows:
        row["report"] = {k: v for k, v in json.loads(row["report"]).items() if k != "step_time"}
    return list(rows)


def test_every_executor_gives_the_same_rows(executor: Executor) -> None:
    alone = sweep(["triangle_drop"], **WHAT)
    assert without_times(sweep(["triangle_drop"], **WHAT, executor=executor)) == without_times(alone)
    assert alone.column("model").to_pylist() == ["peg"] * 2 + ["separating-feature"] * 2
    world = pegsim.World.from_scene("triangle_drop", model="exact")
    world.step(20)
    row = alone.to_pylist()[2]
    assert row["final_state_hash"] == world.state.hash and row["steps"] == 20 and row["completed"]
    assert row["penetration_depth_max"] <= 1e-9


def test_no_run_is_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "runs.parquet"
    begun: list[Job] = []

    def counted(job: Job, do: Any = module.do) -> dict[str, Any]:
        begun.append(job)
        row: dict[str, Any] = do(job)
        return row

    monkeypatch.setattr(module, "do", counted)
    seen: list[tuple[int, int]] = []
    first = sweep(["triangle_drop"], **WHAT, out=out, progress=lambda done, whole: seen.append((done, whole)))
    assert seen == [(k, 4) for k in range(5)] and len(begun) == 4
    again = sweep(["triangle_drop"], **WHAT, out=out)
    assert len(begun) == 4 and again.equals(first)
    # One more step size: two more runs; what is there stays.
    more = sweep(["triangle_drop"], **{**WHAT, "steps": [0.02, 0.04]}, out=out)
    assert len(begun) == 6 and more.num_rows == 4
    assert pq.read_table(out).num_rows == 6
    # Another setting is another run.
    sweep(["triangle_drop"], **WHAT, out=out, settings={"tolerance": 1e-9})
    assert len(begun) == 10
    assert list(tmp_path.iterdir()) == [out]


def test_a_sweep_that_is_killed_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "runs.parquet"
    code = (
        "import sys; from pegsim.sweep import sweep\n"
        "sweep(['boxstack2d'], ['peg', 'exact'], [0.01 + 0.001 * k for k in range(40)], duration=0.5, out=sys.argv[1])"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(out)])
    lines = tmp_path / "runs.parquet.runs.jsonl"
    try:
        limit = time.monotonic() + 60
        while not (lines.exists() and lines.read_text().count("\n") >= 3):
            assert time.monotonic() < limit and child.poll() is None
            time.sleep(0.005)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert not out.exists()
    # A program can be killed within a line.
    with open(lines, "a") as file:
        file.write('{"key": "ab')
    kept = lines.read_text().count("\n")
    done: list[int] = []
    table = sweep(
        ["boxstack2d"],
        ["peg", "exact"],
        [0.01 + 0.001 * k for k in range(40)],
        duration=0.5,
        out=out,
        progress=lambda count, whole: done.append(count),
    )
    assert 3 <= kept <= done[0] + 1 and done[-1] == 80
    assert table.num_rows == pq.read_table(out).num_rows == 80
    assert not lines.exists()


def test_what_a_model_refuses_is_a_row(tmp_path: Path) -> None:
    table = sweep(["curved/ramp"], ["peg", "exact"], [0.01], duration=0.05)
    refused, done = table.to_pylist()
    assert not refused["completed"] and "is curved" in refused["failure"]
    assert done["completed"] and done["failure"] is None


def test_scenes_are_names_files_and_worlds(tmp_path: Path) -> None:
    world = pegsim.World.from_scene("triangle_drop")
    world.save(tmp_path / "mine.ron")
    keys = [job.key for job in jobs([world, tmp_path / "mine.ron"], ["peg"], [0.01])]
    assert keys[0] == keys[1]
    with pytest.raises(pegsim.SceneError, match="nothing"):
        sweep(["nothing"], ["peg"], [0.01])
    (tmp_path / "notes.parquet").write_text("mine")
    with pytest.raises(pegsim.PegsimError, match="no Parquet file"):
        sweep([world], ["peg"], [0.01], out=tmp_path / "notes.parquet")
    assert (tmp_path / "notes.parquet").read_text() == "mine"
    assert os.listdir(tmp_path) and not (tmp_path / "notes.parquet.runs.jsonl").exists()
