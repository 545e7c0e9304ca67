"""A grasp to be learned: ``gymnasium.make("pegsim/Grasp-v0")`` once this module is imported.

The gripper of thesis 5.2.5 with friction, its palm on a rail: the fingers have to close on a random polygon and lift it, under any
contact model.
"""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pegsim._pegsim import StepError, World
from pegsim.scene import box, hull

Floats = npt.NDArray[np.float64]

_HINGES = ["left shoulder", "left elbow", "right shoulder", "right elbow"]
_CLOSED = np.array([0.75, 0.35, -0.75, -0.35])
"""Targets of a gripper that is quite closed (rad)."""

_LIFT = 0.3
"""How far the rail goes (m)."""

_RAIL = {"kp": 3000.0, "kd": 300.0}
_STIFF = 4.0
"""The drives of the fingers, in parts of those of the thesis's experiment: they have a weight to carry."""


class Grasp(gymnasium.Env[Floats, Floats]):
    """One step of the environment is ``substeps`` steps of the world.

    Actions (5, in −1…1): how far each hinge is closed (−1 open, 1 closed: left shoulder, left elbow, right shoulder, right elbow), and
    how high the palm is on its rail. Observations (17): position and speed of the palm on its rail; coordinate and rate of each hinge;
    position (2), sine and cosine, and velocity (3) of the object. The reward is what the object gains in height (m), less a
    thousandth of the squared action; 1 more, and the end, when it is 0.15 m above where it lay. It ends without that where the object
    is farther than 1 m from there, and is truncated after 200 steps, or where a step fails (``info["failure"]`` says why).
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, model: str = "exact", substeps: int = 5, friction: float = 0.6) -> None:
        self._settings = {"model": model}
        self._substeps = substeps
        self._friction = friction
        self.action_space = spaces.Box(-1.0, 1.0, (5,), np.float64)
        self.observation_space = spaces.Box(-np.inf, np.inf, (17,), np.float64)
        self.world: World | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Another polygon: the same for the same seed."""
        super().reset(seed=seed)
        self.world = self._scene()
        self._object = self.world.bodies.index("object")
        self._palm = self.world.bodies.index("palm")
        self._rest = self._height()
        self._last = self._rest
        self._turns = self._angles()
        return self._seen(), {}

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Holds the drives to new targets for ``substeps`` steps."""
        if self.world is None:
            raise gymnasium.error.ResetNeeded("reset() comes before the first step()")
        action = np.clip(np.asarray(action, dtype=np.float64), -1.0, 1.0)
        for joint, target in zip(_HINGES, (action[:4] + 1.0) / 2.0 * _CLOSED, strict=True):
            self.world.set_target(joint, float(target))
        self.world.set_target("rail", float((action[4] + 1.0) / 2.0 * _LIFT))
        failure = None
        try:
            self.world.step(self._substeps)
        except StepError as failed:
            # The world is as it was before the step: the episode ends there.
            failure = str(failed)
        height = self._height()
        reward = height - self._last - 1e-3 * float(action @ action)
        self._last = height
        lifted = height > self._rest + 0.15
        gone = not float(np.linalg.norm(self.world.centres[self._object] - [0.0, self._rest, 0.0])) < 1.0
        info = {"lifted": lifted} if failure is None else {"lifted": lifted, "failure": failure}
        return self._seen(), reward + float(lifted), lifted or gone, failure is not None, info

    def _scene(self) -> World:
        scene = json.loads(World.from_scene("joints/grasp_friction").to_json())
        bodies = {body["name"]: body for body in scene["bodies"]}
        for body in bodies.values():
            body["friction"] = self._friction
        corners = self.np_random.uniform(0.0, 2.0 * np.pi, 7)
        radii = self.np_random.uniform(0.16, 0.22, 7)
        points = np.stack([radii * np.cos(corners), radii * np.sin(corners)], axis=1)
        thing = bodies["object"]
        # Round enough to be held: corners all around, whatever was drawn.
        around = np.linspace(0.0, 2.0 * np.pi, 5, endpoint=False) + self.np_random.uniform(0.0, 2.0 * np.pi)
        points = np.vstack([points, 0.17 * np.stack([np.cos(around), np.sin(around)], axis=1)])
        thing["shape"] = hull(points)
        thing["mass"] = 0.3
        thing["position"] = [float(self.np_random.uniform(-0.03, 0.03)), float(-points[:, 1].min()), 0.0]
        palm = bodies["palm"]
        palm.update(kind="Dynamic", mass=2.0)
        scene["bodies"].append(
            {"name": "gantry", "kind": "Fixed", "shape": box(0.05, 0.05), "position": [0.0, palm["position"][1] + 0.6, 0.0]}
        )
        rail = {"name": "rail", "kind": "Prismatic", "bodies": ["gantry", "palm"], "point": palm["position"], "axis": [0.0, 1.0, 0.0]}
        scene["joints"].append(rail)
        for controller in scene["controllers"]:
            controller["target"] = {"Constant": 0.0}
            controller["kp"] *= _STIFF
            controller["kd"] *= _STIFF**0.5
        scene["controllers"].append({"kind": "JointPd", "joint": "rail", "target": {"Constant": 0.0}, **_RAIL})
        return World.from_dict(scene, **self._settings)

    def _height(self) -> float:
        assert self.world is not None
        return float(self.world.centres[self._object, 1])

    def _angles(self) -> Floats:
        """How the links are turned (rad)."""
        assert self.world is not None
        turns = self.world.orientations
        return np.array(2.0 * np.arctan2(turns[:, 3], turns[:, 0]))

    def _seen(self) -> Floats:
        world = self.world
        assert world is not None
        bodies = world.bodies
        chain = ["palm", "left upper link", "left lower link", "palm", "right upper link", "right lower link"]
        rows = [bodies.index(name) for name in chain]
        turn, rate = self._angles() - self._turns, world.angular_velocities[:, 2]
        pairs = [(0, 1), (1, 2), (3, 4), (4, 5)]
        hinges = [(turn[rows[b]] - turn[rows[a]], rate[rows[b]] - rate[rows[a]]) for a, b in pairs]
        palm, thing = self._palm, self._object
        angle = self._angles()[thing]
        parts = [
            [world.positions[palm, 1], world.velocities[palm, 1]],
            *hinges,
            world.centres[thing, :2],
            [np.sin(angle), np.cos(angle)],
            world.velocities[thing, :2],
            [rate[thing]],
        ]
        return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts])


gymnasium.register("pegsim/Grasp-v0", entry_point="pegsim.gym:Grasp", max_episode_steps=200)
