"""Many runs: every scene under every model at every step size, on one machine or many, into one Parquet file.

    import pegsim
    from pegsim.sweep import sweep

    table = sweep(["triangle_drop", "boxstack2d"], models=["peg", "exact"], steps=[0.01, 0.005], out="runs.parquet")

Runs are done by any ``concurrent.futures.Executor``: threads of this process where none is given (a run does not hold the
interpreter's lock), processes, ``dask.distributed``'s ``Client.get_executor()``, ``mpi4py.futures``'. Each run has a key, the hash of
all that decides it. What is done is written down run by run beside ``out``, so that a sweep that was stopped goes on where it was,
and no run is done twice.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pegsim import _pegsim
from pegsim._pegsim import PegsimError, World

__all__ = ["Job", "do", "jobs", "sweep"]

_AHEAD = 256
"""Runs that wait in an executor at most: a million of them at once would only fill its memory."""


@dataclass(frozen=True)
class Job:
    """One run, whole in itself: nothing but this has to reach the machine that does it (but for files of meshes)."""

    scene: str
    """The scene's text."""
    model: str
    time_step: float
    duration: float | None
    settings: tuple[tuple[str, Any], ...]
    """Further settings of ``World.configure``, by name."""

    @property
    def key(self) -> str:
        """SHA-256 of all that decides the run."""
        parts = [_pegsim.__version__, self.scene, self.model, self.time_step, self.duration, self.settings]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def do(job: Job) -> dict[str, Any]:
    """Does one run; its row of the table. What a model refuses, or a step fails at, is said in ``failure``."""
    row: dict[str, Any] = {"key": job.key, "model": job.model, "time_step": job.time_step}
    try:
        world = World.from_ron(job.scene)
        run = _pegsim.run(
            world, duration=job.duration, track=False, model=job.model, time_step=job.time_step, **dict(job.settings)
        )
    except PegsimError as refused:
        return {**row, "completed": False, "failure": str(refused)}
    report = run.report
    row["model"] = report["model"]
    for field in ("scene", "steps", "duration", "completed", "failure", "max_speed", "joint_error"):
        row[field] = report[field]
    for field in ("momentum_drift", "angular_momentum_drift", "final_state_hash"):
        row[field] = report[field]
    for field in ("penetration_depth", "overlap"):
        row |= {f"{field}_{part}": report[field][part] for part in ("median", "q1", "q3", "max")}
    row |= {f"energy_{part}": report["energy"][part] for part in ("initial", "final", "max_gain_per_step")}
    row |= {f"{field}_mean": report[field]["mean"] for field in ("contacts", "traps", "sprung_traps")}
    row["seconds_per_step"] = report["step_time"]["median"]
    row["report"] = json.dumps(report)
    return row


_QUARTILES = [f"{field}_{part}" for field in ("penetration_depth", "overlap") for part in ("median", "q1", "q3", "max")]
_ENERGIES = [f"energy_{part}" for part in ("initial", "final", "max_gain_per_step")]
_DRIFTS = ["momentum_drift", "angular_momentum_drift", "max_speed", "joint_error"]
_MEANS = [f"{field}_mean" for field in ("contacts", "traps", "sprung_traps")]
_COLUMNS: dict[str, pa.DataType] = {
    "key": pa.string(),
    "scene": pa.string(),
    "model": pa.string(),
    "time_step": pa.float64(),
    "steps": pa.int64(),
    "duration": pa.float64(),
    "completed": pa.bool_(),
    "failure": pa.string(),
    **{name: pa.float64() for name in [*_QUARTILES, *_ENERGIES, *_DRIFTS, *_MEANS, "seconds_per_step"]},
    "final_state_hash": pa.string(),
    "report": pa.string(),
}
_SCHEMA = pa.schema([pa.field(name, kind) for name, kind in _COLUMNS.items()])


def jobs(
    scenes: Iterable[str | os.PathLike[str] | World],
    models: Sequence[str],
    steps: Sequence[float],
    *,
    duration: float | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Iterator[Job]:
    """The runs of a sweep, in the order of scenes, models, step sizes. A scene is the name of one that comes with the package, the
    path of a file, or a world at some moment."""
    further = tuple(sorted((settings or {}).items()))
    for scene in scenes:
        text = _text(scene)
        for model, step in itertools.product(models, steps):
            yield Job(text, model, float(step), duration, further)


def sweep(
    scenes: Iterable[str | os.PathLike[str] | World],
    models: Sequence[str],
    steps: Sequence[float],
    *,
    duration: float | None = None,
    settings: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pa.Table:
    """Does all runs and returns their table, one row each, in the order of :func:`jobs`; columns are numbers of the report, and the
    whole report as JSON.

    With ``out`` the table is that Parquet file as well: rows that it has already are not computed again, and what is not a result of
    these runs stays in it. ``progress`` is called with the runs done and all runs. Ctrl+C leaves what was done.

    Raises ``PegsimError`` where ``out`` is no table of runs, ``SceneError`` where a scene cannot be read.
    """
    wanted = list(jobs(scenes, models, steps, duration=duration, settings=settings))
    with ExitStack() as stack:
        ledger = stack.enter_context(_Ledger(Path(out))) if out is not None else None
        rows = {} if ledger is None else ledger.rows
        left = {job.key: job for job in wanted if job.key not in rows}
        done = len({job.key for job in wanted}) - len(left)
        whole = done + len(left)
        if progress is not None:
            progress(done, whole)
        if executor is None and left:
            executor = stack.enter_context(ThreadPoolExecutor(os.cpu_count()))
        for row in _all(left.values(), executor) if executor is not None else ():
            rows[row["key"]] = row
            if ledger is not None:
                ledger.note(row)
            done += 1
            if progress is not None:
                progress(done, whole)
    return pa.Table.from_pylist([rows[job.key] for job in wanted], schema=_SCHEMA)


def _all(left: Iterable[Job], executor: Executor) -> Iterator[dict[str, Any]]:
    waiting: set[Future[dict[str, Any]]] = set()
    queue = iter(left)
    try:
        while True:
            waiting |= {executor.submit(do, job) for job in itertools.islice(queue, _AHEAD - len(waiting))}
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def _text(scene: str | os.PathLike[str] | World) -> str:
    if isinstance(scene, World):
        return scene.to_ron(anchored=True)
    name = os.fspath(scene)
    if name in _pegsim.scenes() and not os.path.exists(name):
        return _pegsim.scene_text(name)
    return World.from_file(name).to_ron(anchored=True)


class _Ledger:
    """A Parquet file that grows run by run. A row is first a line of a file beside it, on the disk before the next one; the whole table
    replaces the old one at the end, and when the ledger is opened after a program that did not come to its end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = path.with_name(path.name + ".runs.jsonl")
        self.rows: dict[str, dict[str, Any]] = {}
        self.new = False

    def __enter__(self) -> _Ledger:
        if self.path.exists():
            try:
                table = pq.read_table(self.path)
            except (pa.ArrowInvalid, OSError) as wrong:
                raise PegsimError(f"{self.path} is no Parquet file ({wrong}); give another name") from None
            if table.schema.names != _SCHEMA.names:
                raise PegsimError(f"{self.path} is no table of runs of this version; give another name")
            self.rows = {row["key"]: row for row in table.to_pylist()}
        if self.lines.exists():
            for line in self.lines.read_text(encoding="utf-8").splitlines():
                try:
                    row = json.loads(line)
                except ValueError:
                    continue  # The line that a program was killed in.
                self.rows[row["key"]] = row
                self.new = True
        self.file = open(self.lines, "a", encoding="utf-8")
        if self.new:
            # After half a line.
            self.file.write("\n")
        return self

    def note(self, row: dict[str, Any]) -> None:
        self.file.write(json.dumps(row) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.new = True

    def __exit__(self, *_: object) -> None:
        self.file.close()
        if self.new or not self.path.exists():
            part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
            pq.write_table(pa.Table.from_pylist(list(self.rows.values()), schema=_SCHEMA), part)
            with open(part, "rb") as file:
                os.fsync(file.fileno())
            os.replace(part, self.path)
        self.lines.unlink(missing_ok=True)
