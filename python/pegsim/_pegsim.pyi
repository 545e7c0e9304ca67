"""The extension module. Arrays are copies, float64 where nothing else is said."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Wrench = Sequence[float] | Floats

__version__: str

class PegsimError(Exception):
    """Anything that pegsim refuses or fails at; one sentence."""

class SceneError(PegsimError):
    """A scene that cannot be read or run: place, mistake and remedy."""

class StepError(PegsimError):
    """A step without an acceptable state; the world is as it was before it."""

class LcpError(PegsimError):
    """A complementarity problem that is none."""

@final
class World:
    """A scene under way under one contact model.

    Bodies are rows of the arrays, in the order of ``bodies``; where a method takes one, its number and its name will do.
    Settings are keyword arguments: ``model`` (of ``models()``, or "exact"), ``solver`` (of ``solvers()``), ``time_step`` (s),
    ``geometry`` ("implicit", "semi-implicit"), ``impact`` ("within", "split"), ``friction_law`` ("coulomb", "convex-relaxation"),
    ``penalty`` ("stiffness=400,damping=80"), ``stabilisation``, ``tolerance``, ``detection_distance`` (m), ``max_iterations``,
    ``max_operations`` and ``max_seconds`` (wall time of a step, s). They mean what the options of ``pegsim run`` mean.
    """

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], **settings: Any) -> Self:
        """Reads a scene file (.ron). Raises ``SceneError``."""
    @classmethod
    def from_ron(cls, text: str, *, folder: str | os.PathLike[str] | None = None, **settings: Any) -> Self:
        """Reads the text of a scene; paths of meshes start at ``folder``. Raises ``SceneError`` with line and column."""
    @classmethod
    def from_json(cls, text: str, *, folder: str | os.PathLike[str] | None = None, **settings: Any) -> Self:
        """Reads a scene in JSON with the fields of a scene file; ``from_dict`` takes dicts."""
    @classmethod
    def from_dict(
        cls, scene: Mapping[str, Any], *, folder: str | os.PathLike[str] | None = None, **settings: Any
    ) -> Self:
        """The world of a scene that is a dict with the fields of a scene file. Enumerations are strings (``"kind": "Fixed"``), with
        fields dicts of one entry (``"shape": {"Sphere": {"radius": 1}}``). Raises ``SceneError`` with the path of what is wrong
        (``bodies[1].shape: …``)."""
    @classmethod
    def from_scene(cls, name: str, **settings: Any) -> Self:
        """A scene that comes with the package, of ``scenes()``."""
    def step(self, n: int = 1, *, wrenches: Floats | Sequence[tuple[int | str, Wrench]] | None = None) -> None:
        """Goes ``n`` steps forward, without the interpreter's lock; Ctrl+C ends it after a step.

        ``wrenches`` act during these steps: force (N) and torque (N·m) about the centre of mass, world axes, six numbers, as an
        array with a row for each body, or as pairs of a body and six numbers.
        Raises ``StepError`` where a step has no acceptable state; the steps before it stay done.
        """
    def reset(self) -> None:
        """Back to the start."""
    def configure(self, **settings: Any) -> None:
        """Other settings from now on; those that are not given stay. Raises ``ValueError`` or ``SceneError``."""
    @property
    def settings(self) -> dict[str, Any]:
        """All settings of a step, in the words of scene files."""
    @property
    def name(self) -> str: ...
    @property
    def duration(self) -> float | None:
        """How long the scene lasts (s)."""
    @property
    def dimension(self) -> int:
        """2 or 3."""
    @property
    def model(self) -> str:
        """The contact model."""
    @property
    def time_step(self) -> float:
        """Step size (s)."""
    @property
    def time(self) -> float:
        """Simulated time (s)."""
    @property
    def steps(self) -> int:
        """Steps done."""
    @property
    def bodies(self) -> list[str]:
        """Names, in the order of all arrays."""
    @property
    def kinds(self) -> list[str]:
        """"dynamic", "fixed" or "kinematic"."""
    @property
    def joints(self) -> list[str]:
        """Names."""
    @property
    def masses(self) -> Floats:
        """(bodies) kg; infinite for what impulses do not move."""
    @property
    def inertias(self) -> Floats:
        """(bodies, 3, 3) kg·m², about the centre of mass, axes of the body."""
    @property
    def positions(self) -> Floats:
        """(bodies, 3) m, of the frame in which the scene gives a body's points."""
    @property
    def orientations(self) -> Floats:
        """(bodies, 4), of that frame."""
    @property
    def velocities(self) -> Floats:
        """(bodies, 3) m/s, of the origin of that frame, at ``time``."""
    @property
    def angular_velocities(self) -> Floats:
        """(bodies, 3) rad/s, world axes."""
    @property
    def centres(self) -> Floats:
        """(bodies, 3) m, centres of mass."""
    @property
    def active(self) -> Bools:
        """(bodies) which have entered."""
    def set_body(
        self,
        body: int | str,
        *,
        position: Sequence[float] | Floats | None = None,
        orientation: Sequence[float] | Floats | None = None,
        velocity: Sequence[float] | Floats | None = None,
        angular_velocity: Sequence[float] | Floats | None = None,
    ) -> None:
        """Puts a body somewhere else or gives it another velocity; what is not given stays. Units and frames are those of
        ``positions`` and the others. What contacts remember from the last step is forgotten. Raises ``ValueError``."""
    def set_motion(
        self,
        *,
        positions: Floats | None = None,
        orientations: Floats | None = None,
        velocities: Floats | None = None,
        angular_velocities: Floats | None = None,
    ) -> None:
        """The same for all bodies that are not fixed, a row for each body."""
    def set_target(self, joint: str, value: float) -> None:
        """The target of the joint's drive from now on (rad or m). Raises ``ValueError`` where nothing drives it."""
    @property
    def state(self) -> State:
        """This moment, to come back to; setting it goes back, to the bit."""
    @state.setter
    def state(self, state: State) -> None: ...
    def contacts(self) -> Contacts:
        """What the last step found; nothing before the first."""
    def ahead(self) -> Contacts:
        """What the next step will find, with its gaps as they are now; nothing pushes yet. Costs a step. Raises ``StepError`` where that
        fails."""
    def determinacy(self) -> Determinacy:
        """Which forces of the last step the laws of rigid bodies determine, and which only together with others: entry k belongs to
        contact k. By a decomposition of the contact Jacobian; costs the cube of the contacts of an island."""
    def disjunctions(self) -> list[Disjunction]:
        """The conditions of the last step."""
    def joint_records(self) -> Joints:
        """What joints bore in the last step."""
    @property
    def solve(self) -> Solve | None:
        """How the last step was solved."""
    def energy(self) -> Energy:
        """Of the dynamic bodies that have entered."""
    def truth(self) -> Truth:
        """What the truth meter reads, which shares no code with contact detection."""
    def outlines(self) -> list[list[Floats]]:
        """For each body and each of its convex parts, (corners, 3) m as they are now, in the plane in order around the part; of round
        parts points on their surface."""
    def to_ron(self, *, anchored: bool = False) -> str:
        """The scene with the settings and the moment it has now: a run of it goes on to the bit. ``anchored`` makes the paths of
        meshes absolute."""
    def to_json(self) -> str:
        """The same in JSON, for ``from_json``; ``json.loads`` makes the dict of it that ``from_dict`` takes."""
    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes ``to_ron()`` whole or not at all; over a file only with ``force``. Raises ``OSError``."""
    def copy(self) -> Self:
        """A world of its own at the same moment. ``copy.copy`` and ``pickle`` work too."""

@final
class State:
    """A moment of a world, with what the next step remembers. Equal where every bit is; pickles."""

    @property
    def step(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def hash(self) -> str:
        """SHA-256 over the bits of all poses and velocities, as in reports."""
    def to_json(self) -> str: ...
    @classmethod
    def from_json(cls, text: str) -> Self: ...

@final
class Contacts:
    """The potential contacts of a step: entry k of each array, and of each list, is contact k."""

    body_a: Ints
    body_b: Ints
    part_a: Ints
    part_b: Ints
    feature_a: list[tuple[str, int]]
    """ ("vertex", "edge" or "facet", its number in the part)."""
    feature_b: list[tuple[str, int]]
    gap: Floats
    """At the start of the step (m)."""
    end_gap: Floats
    """At its end (m); NaN for edges that are parallel there."""
    normal: Floats
    """(contacts, 3) from A to B."""
    point_a: Floats
    point_b: Floats
    impulse: Floats
    """Along the normal over the step (N·s)."""
    friction: Floats
    """(contacts, 3) on B over the step (N·s)."""
    applicable: Bools
    feasible: Bools
    count: int
    def __len__(self) -> int: ...

@final
class Determinacy:
    """What of the forces of a step is determined. Where columns of the transposed Jacobian depend on each other, as those of four corners of
    a box, other forces give the same motion."""

    examined: Bools
    """False where the contact is open and bears nothing, and in islands of more than 240 columns."""
    load: Bools
    """Whether the impulse along the normal is determined."""
    friction: Bools
    excess: int
    """Degree of static indeterminacy: by how many numbers forces are free, contacts and joints together."""

@final
class Disjunction:
    """At least one alternative holds at the end of the step: all of its contacts have a gap of 0 or more."""

    kind: str
    """"U", "I", "X" of the thesis, "S" for separation."""
    bodies: tuple[int, int]
    parts: tuple[int, int]
    alternatives: list[list[int]]
    primary: int

@final
class Joints:
    """The joints that held in a step, one entry each."""

    name: list[str]
    coordinate: Floats
    """rad or m."""
    error: Floats
    """How far it is apart (m)."""
    force: Floats
    """(joints, 3) N."""
    torque: Floats
    """(joints, 3) N·m."""
    drive: Floats
    """N·m or N."""
    broke: Bools
    def __len__(self) -> int: ...

@final
class Solve:
    """How a step was solved."""

    method: str
    size: int
    iterations: int
    problems: int
    switches: int
    parts: int
    residual: float
    islands: int
    traps: int
    sprung_traps: int
    remark: str | None
    seconds: float
    """Wall time (s)."""

@final
class Energy:
    """J; momenta in N·s and N·m·s about the origin."""

    kinetic: float
    potential: float
    total: float
    linear_momentum: Floats
    angular_momentum: Floats

@final
class Truth:
    """How far bodies are in each other: depth (m), volume (m³; m² in the plane)."""

    depth_max: float
    overlap_total: float
    worst_pair: tuple[str, str] | None

@final
class LcpResult:
    """True where the problem is solved."""

    z: Floats
    w: Floats
    """A z + b."""
    status: str
    solved: bool
    method: str
    iterations: int
    residual: float
    """The largest \\|min(z, w)\\|, measured outside the method."""
    history: Floats
    reason: str | None
    seconds: float
    def __bool__(self) -> bool: ...

@final
class Run:
    """A run: the report of ``pegsim run --report`` as a dict, and the motion, one entry or row for the start and each step."""

    report: dict[str, Any]
    bodies: list[str]
    time: Floats
    positions: Floats
    """(states, bodies, 3) m."""
    orientations: Floats
    """(states, bodies, 4)."""
    velocities: Floats
    angular_velocities: Floats

@final
class Pane:
    """What a pane of the window had recorded: one entry or row for each step, whose bodies are those of the last one."""

    model: str
    settings: dict[str, Any]
    scene: str
    """The scene's text."""
    bodies: list[str]
    step: Ints
    time: Floats
    positions: Floats
    """(steps, bodies, 3) m."""
    orientations: Floats
    velocities: Floats
    angular_velocities: Floats
    by_hand: Bools
    """Whether the state was set by hand after the step."""
    samples: dict[str, Floats]
    """The numbers of the plots: "step", "time", "contacts", "traps", "sprung_traps", "overlap", "depth", "joint_error", "residual",
    "iterations", "energy", "step_time"."""

def read_recording(path: str | os.PathLike[str]) -> list[Pane]:
    """Reads a recording that the window saved (.pegrec): its panes from left to right. Raises ``PegsimError``."""

def run(world: World, *, duration: float | None = None, track: bool = True, **settings: Any) -> Run:
    """Runs the scene of a world from its start for ``duration`` (s; as the scene says, else 5), and reports as the command line does.
    The world stays where it is. A step that fails ends the run: ``report["completed"]`` is then false and ``report["failure"]`` says
    why. ``track=False`` keeps no motion."""

def models() -> list[tuple[str, str]]:
    """Contact models, with a sentence each."""

def solvers() -> list[tuple[str, str, bool]]:
    """Solvers, with a sentence each, and whether they solve single problems (``lcp.solve``)."""

def scenes() -> list[str]:
    """Scenes that come with the package."""

def scene_text(name: str) -> str:
    """The text of one of them. Raises ``SceneError``."""

def solve_dense(
    a: Floats, b: Floats, method: str, limits: tuple[float, int], warm: Floats | None
) -> LcpResult: ...
def solve_sparse(
    compressed: tuple[list[int], list[int], list[float]],
    b: Floats,
    method: str,
    limits: tuple[float, int],
    warm: Floats | None,
) -> LcpResult: ...
