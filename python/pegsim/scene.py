"""Scenes as Python's own dicts and lists, in the words of the RON format: every field of a scene file has the same name here.

    >>> import pegsim
    >>> from pegsim import scene
    >>> floor = scene.body("floor", scene.box(2, 2, 0.5), kind="Fixed", position=(0, 0, -0.5))
    >>> cube = scene.body("cube", scene.box(0.5, 0.5, 0.5), position=(0, 0, 0.6))
    >>> world = pegsim.world([floor, cube], model="exact")
    >>> world.step(50)
    >>> bool(abs(world.positions[1, 2] - 0.5) < 1e-9)
    True
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pegsim._pegsim import World

Shape = dict[str, Any]
Body = dict[str, Any]

__all__ = [
    "body",
    "box",
    "capsule",
    "cone",
    "cylinder",
    "disc",
    "ellipsoid",
    "hull",
    "joint",
    "mesh",
    "prism",
    "regular_polygon",
    "rounded",
    "sphere",
    "text",
    "union",
    "world",
]


def box(*half_extents: float) -> Shape:
    """A box about the origin with half of each side (m): three numbers, two in the plane."""
    return {"Box": {"half_extents": list(half_extents)}}


def hull(points: npt.ArrayLike) -> Shape:
    """The convex hull of points (m), one row each."""
    return {"Hull": {"points": np.asarray(points, dtype=np.float64).tolist()}}


def regular_polygon(sides: int, radius: float) -> Shape:
    """A regular polygon about the origin, first corner on +x, radius to its corners (m). In the plane."""
    return {"RegularPolygon": {"sides": sides, "radius": radius}}


def prism(sides: int, radius: float, height: float) -> Shape:
    """A prism over a regular polygon, axis along z, about the origin (m)."""
    return {"Prism": {"sides": sides, "radius": radius, "height": height}}


def sphere(radius: float) -> Shape:
    """A ball about the origin (m). Exact only."""
    return {"Sphere": {"radius": radius}}


def disc(radius: float) -> Shape:
    """A disc about the origin (m), in the plane. Exact only."""
    return {"Disc": {"radius": radius}}


def capsule(radius: float, length: float) -> Shape:
    """A segment of that length (m) about the origin, along z, in the plane along x, swept by a ball, in the plane a disc. Exact only."""
    return {"Capsule": {"radius": radius, "length": length}}


def cylinder(radius: float, length: float) -> Shape:
    """A cylinder about the origin, axis along z (m). Exact only."""
    return {"Cylinder": {"radius": radius, "length": length}}


def cone(radius: float, length: float) -> Shape:
    """A cone of that height (m) along z, as the scene format places it. Exact only."""
    return {"Cone": {"radius": radius, "length": length}}


def ellipsoid(*semi_axes: float) -> Shape:
    """An ellipsoid about the origin with three semi-axes along x, y and z (m). Exact only."""
    return {"Ellipsoid": {"semi_axes": list(semi_axes)}}


def rounded(radius: float, shape: Shape) -> Shape:
    """A convex shape swept by a ball, in the plane a disc, of that radius (m): its corners become round. Exact only."""
    return {"Rounded": {"radius": radius, "shape": shape}}


def mesh(path: str | os.PathLike[str], *, decompose: bool | Mapping[str, Any] = False, scale: float = 1.0) -> Shape:
    """A mesh from an OBJ, STL or glTF file, cut into convex parts where it is not convex and ``decompose`` says so."""
    shape: dict[str, Any] = {"path": os.fspath(path), "scale": scale}
    if decompose is not False:
        shape["decompose"] = decompose if decompose is True else dict(decompose)
    return {"Mesh": shape}


def union(parts: Sequence[Shape | tuple[Shape, Sequence[float]]]) -> Shape:
    """Convex parts as one body, each at the origin or a shape with its position (m)."""

    def part(given: Shape | tuple[Shape, Sequence[float]]) -> dict[str, Any]:
        if isinstance(given, dict):
            return {"shape": given}
        shape, position = given
        return {"shape": shape, "position": list(position)}

    return {"Union": [part(given) for given in parts]}


def body(name: str, shape: Shape, **fields: Any) -> Body:
    """A body; ``fields`` are those of a scene file: ``kind`` ("Dynamic", "Fixed", "Kinematic"), ``position``, ``orientation``,
    ``velocity``, ``angular_velocity``, ``density``, ``mass``, ``inertia``, ``friction``, ``restitution``, ``color``, ``spawn_time``."""
    return {"name": name, "shape": shape, **fields}


def joint(kind: str, body_a: str, body_b: str, **fields: Any) -> dict[str, Any]:
    """A joint of the kind "Fixed", "Revolute", "Prismatic", "Cylindrical" or "Spherical"; ``fields`` are those of a scene file:
    ``name``, ``point``, ``axis``, ``start``, ``limits``, ``collide``, ``break_force``, ``break_torque``."""
    return {"kind": kind, "bodies": [body_a, body_b], **fields}


def world(
    bodies: Sequence[Body],
    *,
    dimension: int = 3,
    joints: Sequence[Mapping[str, Any]] = (),
    controllers: Sequence[Mapping[str, Any]] = (),
    gravity: Sequence[float] | None = None,
    time_step: float = 0.01,
    name: str = "",
    folder: str | os.PathLike[str] | None = None,
    **settings: Any,
) -> World:
    """The world of these bodies. ``settings`` are those of ``World.configure``."""
    if dimension not in (2, 3):
        raise ValueError(f"dimension is {dimension}; it must be 2 or 3")
    scene: dict[str, Any] = {
        "name": name,
        "dimension": "Two" if dimension == 2 else "Three",
        "time_step": time_step,
        "bodies": list(bodies),
        "joints": list(joints),
        "controllers": list(controllers),
    }
    if gravity is not None:
        scene["gravity"] = list(gravity)
    return World.from_dict(scene, folder=None if folder is None else os.fspath(folder), **settings)


def text(scene: Mapping[str, Any]) -> str:
    """The scene in JSON; arrays of NumPy are lists there. Raises ``TypeError`` for what no scene can hold."""
    return json.dumps(scene, default=_plain, allow_nan=False)


def _plain(value: object) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a scene cannot hold a {type(value).__name__}; numbers, strings, lists and dicts are needed")
