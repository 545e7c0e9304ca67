"""What the command line writes, as arrays."""

from __future__ import annotations

import csv
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pegsim._pegsim import PegsimError

Floats = npt.NDArray[np.float64]

_COLUMNS = ["step", "time", "body", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"]


@dataclass(frozen=True)
class Trajectory:
    """The motion of bodies: one entry of ``time`` (k) and one row of the arrays (k, bodies, …) for each step. A body that has not
    spawned yet has NaN."""

    bodies: list[str]
    step: npt.NDArray[np.int64]
    time: Floats
    positions: Floats
    orientations: Floats
    velocities: Floats
    angular_velocities: Floats


def read_trajectory(path: str | os.PathLike[str]) -> Trajectory:
    """Reads the CSV of ``pegsim run --trajectory``.

    Raises ``PegsimError`` with the file and the line where it is none.
    """
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        header = next(lines, [])
        if header != _COLUMNS:
            raise PegsimError(f"{os.fspath(path)}: the first line must be `{','.join(_COLUMNS)}`")
        bodies: dict[str, int] = {}
        steps: dict[int, tuple[int, float]] = {}
        rows: list[tuple[int, int, list[float]]] = []
        for line in lines:
            try:
                step, time, numbers = int(line[0]), float(line[1]), [float(x) for x in line[3:]]
                if len(numbers) != 13:
                    raise ValueError
            except (ValueError, IndexError):
                raise PegsimError(f"{os.fspath(path)}:{lines.line_num}: 16 entries are needed, all but the body numbers") from None
            row, _ = steps.setdefault(step, (len(steps), time))
            rows.append((row, bodies.setdefault(line[2], len(bodies)), numbers))
    motion = np.full((len(steps), len(bodies), 13), np.nan)
    for row, body, numbers in rows:
        motion[row, body] = numbers
    return Trajectory(
        list(bodies),
        np.array(list(steps), dtype=np.int64),
        np.array([time for _, time in steps.values()]),
        motion[..., 0:3],
        motion[..., 3:7],
        motion[..., 7:10],
        motion[..., 10:13],
    )


def read_report(path: str | os.PathLike[str]) -> Any:
    """Reads the JSON of ``pegsim run --report`` or ``pegsim compare --report``."""
    return json.loads(Path(path).read_text(encoding="utf-8"))
