"""Pictures of worlds, runs and sweeps, on matplotlib. Each function draws into ``ax``, by default one of its own, and returns it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from pegsim._pegsim import PegsimError, Run, World
from pegsim.read import Trajectory

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["plot_motion", "plot_path", "plot_sweep", "plot_world"]

_AXES = {"x": 0, "y": 1, "z": 2}


def plot_world(world: World, *, contacts: bool = True, color: Any = None, alpha: float = 0.8, ax: Axes | None = None) -> Axes:
    """The bodies of a world of the plane as they are now, and the contacts that press, by lines as long as their share of the load.

    Raises ``PegsimError`` for a world of space.
    """
    if world.dimension != 2:
        raise PegsimError("plot_world draws worlds of the plane; this one is of space")
    ax = _own(ax)
    outlines = world.outlines()
    cycle = plt.rcParams["axes.prop_cycle"].by_key()["color"]
    for k, (parts, kind, active) in enumerate(zip(outlines, world.kinds, world.active, strict=True)):
        if active:
            face = "0.75" if kind == "fixed" else color if color is not None else cycle[k % len(cycle)]
            corners = [part[:, :2] for part in parts]
            ax.add_collection(PolyCollection(corners, facecolor=face, edgecolor="black", linewidth=0.6, alpha=alpha))
    ax.autoscale_view()
    if contacts:
        found = world.contacts()
        pressing = found.impulse > 0
        if pressing.any():
            low, high = ax.get_ylim()
            length = 0.15 * (high - low) * found.impulse[pressing] / found.impulse[pressing].max()
            at = found.point_b[pressing]
            tip = at + found.normal[pressing] * length[:, None]
            ax.plot([at[:, 0], tip[:, 0]], [at[:, 1], tip[:, 1]], color="crimson", linewidth=1.5)
    ax.set_aspect("equal")
    ax.set_xlabel("x (m)")
    ax.set_ylabel("y (m)")
    ax.set_title(f"{world.name} · {world.model} · t = {world.time:.3f} s")
    return ax


def plot_motion(
    run: Run | Trajectory, *, what: str = "y", bodies: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """A coordinate of bodies (``what``: "x", "y", "z") over time; by default of those that move."""
    ax = _own(ax)
    if what not in _AXES:
        raise ValueError(f"what is {what!r}; it must be 'x', 'y' or 'z'")
    for k in _moving(run, bodies):
        ax.plot(run.time, run.positions[:, k, _AXES[what]], label=run.bodies[k])
    ax.set_xlabel("t (s)")
    ax.set_ylabel(f"{what} (m)")
    ax.legend(fontsize="small")
    return ax


def plot_path(
    run: Run | Trajectory,
    *,
    plane: str = "xy",
    bodies: Sequence[str] | None = None,
    label: str | None = None,
    ax: Axes | None = None,
    **line: Any,
) -> Axes:
    """The way of bodies in a plane of space ("xy", "xz", "yz")."""
    ax = _own(ax)
    if len(plane) != 2 or any(axis not in _AXES for axis in plane):
        raise ValueError(f"plane is {plane!r}; it must be two of x, y and z, such as 'xz'")
    first, second = (_AXES[axis] for axis in plane)
    for k in _moving(run, bodies):
        (way,) = ax.plot(run.positions[:, k, first], run.positions[:, k, second], label=label or run.bodies[k], **line)
        ax.plot(*run.positions[-1, k, [first, second]], marker="o", color=way.get_color())
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(f"{plane[0]} (m)")
    ax.set_ylabel(f"{plane[1]} (m)")
    return ax


def plot_sweep(table: pa.Table, *, y: str = "penetration_depth_max", x: str = "time_step", ax: Axes | None = None) -> Axes:
    """A column of a sweep over another, one line for each model: the median over scenes, and between which quartiles they lie."""
    ax = _own(ax)
    columns = {name: np.array(table.column(name).to_pylist()) for name in ("model", x, y)}
    for model in dict.fromkeys(columns["model"]):
        own = columns["model"] == model
        places = np.unique(columns[x][own])
        values = [columns[y][own & (columns[x] == place)].astype(float) for place in places]
        low, middle, high = (np.array([np.nanquantile(v, q) for v in values]) for q in (0.25, 0.5, 0.75))
        (line,) = ax.plot(places, middle, marker="o", label=model)
        ax.fill_between(places, low, high, color=line.get_color(), alpha=0.2)
    ax.set_xscale("log")
    ax.set_yscale("symlog", linthresh=1e-9)
    if not (np.array(columns[y], dtype=float) < 0).any():
        # Linear up to 1e-9: what is not there is drawn at 0.
        ax.set_ylim(bottom=-2e-10)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.legend(fontsize="small")
    return ax


def _own(ax: Axes | None) -> Axes:
    return plt.subplots(layout="constrained")[1] if ax is None else ax


def _moving(run: Run | Trajectory, bodies: Sequence[str] | None) -> list[int]:
    if bodies is not None:
        missing = [name for name in bodies if name not in run.bodies]
        if missing:
            raise ValueError(f"there is no body {missing[0]!r}; there are {', '.join(run.bodies)}")
        return [run.bodies.index(name) for name in bodies]
    spread = np.nanmax(run.positions, axis=0) - np.nanmin(run.positions, axis=0)
    return [k for k in range(len(run.bodies)) if spread[k].max() > 1e-9]
