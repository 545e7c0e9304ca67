"""pegsim for Python: rigid bodies in contact under the standard model, LNC, PEG, Exact and others.

    >>> import pegsim
    >>> world = pegsim.World.from_scene("triangle_drop", model="exact")
    >>> world.step(100)
    >>> world.truth().depth_max < 1e-9
    True

Lengths are in m, masses in kg, times in s, forces in N, angles in rad; quaternions are (w, x, y, z). Arrays are copies: they stay
what they were when the world goes on.
"""

from pegsim import lcp, scene
from pegsim._pegsim import (
    Contacts,
    Determinacy,
    Disjunction,
    Energy,
    Joints,
    LcpError,
    LcpResult,
    Pane,
    PegsimError,
    Run,
    SceneError,
    Solve,
    State,
    StepError,
    Truth,
    World,
    __version__,
    models,
    read_recording,
    run,
    scene_text,
    scenes,
    solvers,
)
from pegsim.read import Trajectory, read_report, read_trajectory
from pegsim.scene import world

__all__ = [
    "Contacts",
    "Determinacy",
    "Disjunction",
    "Energy",
    "Joints",
    "LcpError",
    "LcpResult",
    "Pane",
    "PegsimError",
    "Run",
    "SceneError",
    "Solve",
    "State",
    "StepError",
    "Trajectory",
    "Truth",
    "World",
    "__version__",
    "lcp",
    "models",
    "read_recording",
    "read_report",
    "read_trajectory",
    "run",
    "scene",
    "scene_text",
    "scenes",
    "solvers",
    "world",
]
