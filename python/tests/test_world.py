"""Worlds step as they do everywhere else, and say what they did."""

import copy
import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pegsim
from pegsim import scene

GRAVITY = 9.81


def cube(height: float = 0.6, **settings: Any) -> pegsim.World:
    floor = scene.body("floor", scene.box(2, 2, 0.5), kind="Fixed", position=(0, 0, -0.5))
    block = scene.body("cube", scene.box(0.5, 0.5, 0.5), position=(0, 0, height))
    return pegsim.world([floor, block], **{"model": "exact", **settings})


def test_a_ball_in_free_flight_is_on_the_parabola() -> None:
    ball = scene.body("ball", scene.sphere(0.1), velocity=(1, 2, 3), angular_velocity=(0, 0, 4))
    world = pegsim.world([ball], model="exact", time_step=0.02)
    world.step(50)
    t = world.time
    assert t == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(world.positions[0], [t, 2 * t, 3 * t - GRAVITY * t * t / 2], atol=1e-12)
    np.testing.assert_allclose(world.velocities[0], [1, 2, 3 - GRAVITY * t], atol=1e-12)
    half = world.orientations[0]
    np.testing.assert_allclose(half, [np.cos(2 * t), 0, 0, np.sin(2 * t)], atol=1e-12)


@pytest.mark.parametrize("model", [name for name, _ in pegsim.models()])
def test_velocities_are_those_of_the_time_that_is_told(model: str) -> None:
    """Leapfrog models keep the velocity of half a step before."""
    world = cube(10.0, model=model)
    world.step(10)
    assert world.velocities[1, 2] == pytest.approx(-GRAVITY * world.time, abs=1e-12)
    world.set_body("cube", velocity=(0, 0, 5))
    assert world.velocities[1, 2] == pytest.approx(5, abs=1e-12)


def test_the_floor_gives_what_gravity_takes() -> None:
    world = cube()
    world.step(100)
    contacts = world.contacts()
    lift = contacts.impulse @ contacts.normal[:, 2] / world.time_step
    assert lift == pytest.approx(1000 * GRAVITY, rel=1e-9)
    assert len(contacts) == contacts.gap.size == contacts.normal.shape[0] == len(contacts.feature_a)
    assert np.all(contacts.end_gap[contacts.impulse > 0] < 1e-9)
    assert world.truth().depth_max <= 1e-9
    assert world.disjunctions()[0].kind == "S"
    solve = world.solve
    assert solve is not None and solve.size > 0 and solve.residual < 1e-9


@pytest.mark.parametrize("model", ["standard", "peg", "exact"])
def test_what_rests_has_no_velocity_and_four_loads_that_are_not_determined(model: str) -> None:
    world = cube(0.5, model=model)
    before = world.ahead()
    assert world.steps == 0 and np.all(before.impulse == 0)
    assert np.sum(np.abs(before.gap) < 1e-12) >= 4
    world.step(5)
    assert np.all(np.abs(world.velocities) < 1e-9)
    assert world.energy().kinetic < 1e-12
    told = world.determinacy()
    bears = world.contacts().impulse > 0
    assert told.examined.shape == bears.shape and np.all(told.examined[bears])
    assert told.excess >= 1 and not np.any(told.load[bears])


def test_a_wrench_pushes_for_the_steps_it_is_given_for() -> None:
    ball = scene.body("ball", scene.sphere(0.1), mass=2.0)
    named, rows = (pegsim.world([ball], gravity=(0, 0, 0), model="exact") for _ in range(2))
    named.step(10, wrenches=[("ball", (4.0, 0, 0, 0, 0, 0))])
    rows.step(10, wrenches=np.array([[4.0, 0, 0, 0, 0, 0]]))
    assert named.state == rows.state
    assert named.velocities[0, 0] == pytest.approx(2.0 * named.time, abs=1e-12)
    named.step(10)
    assert named.velocities[0, 0] == pytest.approx(0.2, abs=1e-12)


def test_energy_and_momentum() -> None:
    ball = scene.body("ball", scene.sphere(0.1), mass=2.0, position=(0, 0, 3), velocity=(1, 0, 0))
    energy = pegsim.world([ball], model="exact").energy()
    assert energy.kinetic == pytest.approx(1.0)
    assert energy.potential == pytest.approx(2 * GRAVITY * 3)
    assert energy.total == energy.kinetic + energy.potential
    np.testing.assert_allclose(energy.linear_momentum, [2, 0, 0])
    np.testing.assert_allclose(energy.angular_momentum, [0, 6, 0], atol=1e-12)


def test_a_moment_is_come_back_to_and_carried_away_to_the_bit(tmp_path: Path) -> None:
    world = pegsim.World.from_scene("triangle_drop", model="exact")
    world.step(60)
    kept = world.state
    worlds = [world.copy(), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    world.save(tmp_path / "moment.ron")
    worlds.append(pegsim.World.from_file(tmp_path / "moment.ron"))
    world.step(60)
    for other in worlds:
        other.step(60)
        assert other.state.hash == world.state.hash
    end = world.state
    world.state = pickle.loads(pickle.dumps(kept))
    assert world.steps == 60
    world.step(60)
    assert world.state == end
    with pytest.raises(OSError, match="moment.ron"):
        world.save(tmp_path / "moment.ron")
    world.save(tmp_path / "moment.ron", force=True)
    world.reset()
    assert world.steps == 0


def test_the_same_steps_as_a_run() -> None:
    world = pegsim.World.from_scene("triangle_drop")
    run = pegsim.run(world, model="peg", duration=1.0)
    assert world.steps == 0 and run.report["completed"] and run.report["model"] == "peg"
    assert run.report["steps"] == run.time.size - 1 == 100
    world.configure(model="peg")
    world.step(100)
    assert run.report["final_state_hash"] == world.state.hash
    np.testing.assert_array_equal(run.positions[-1], world.positions)
    assert pegsim.run(world, duration=0.1, track=False).time.size == 0


def test_a_body_is_put_somewhere_else() -> None:
    # Off its centre of mass: the frame is that of the scene.
    wedge = scene.body("wedge", scene.hull([(0, 0), (1, 0), (0, 1)]), position=(5, 5, 0))
    world = pegsim.world([wedge], dimension=2, gravity=(0, 0, 0), model="exact")
    np.testing.assert_allclose(world.positions[0], [5, 5, 0], atol=1e-14)
    np.testing.assert_allclose(world.centres[0], [5 + 1 / 3, 5 + 1 / 3, 0])
    turn = (np.cos(np.pi / 4), 0, 0, np.sin(np.pi / 4))
    world.set_body(0, position=(1, 2, 0), orientation=turn, velocity=(3, 0, 0), angular_velocity=(0, 0, 2))
    np.testing.assert_allclose(world.positions[0], [1, 2, 0], atol=1e-14)
    np.testing.assert_allclose(world.centres[0], [1 - 1 / 3, 2 + 1 / 3, 0])
    np.testing.assert_allclose(world.velocities[0], [3, 0, 0], atol=1e-14)
    world.set_motion(velocities=np.zeros((1, 3)), angular_velocities=np.zeros((1, 3)))
    assert world.energy().kinetic == 0.0
    with pytest.raises(ValueError, match="a row for each body"):
        world.set_motion(positions=np.zeros((2, 3)))
    with pytest.raises(ValueError, match="x-y plane"):
        world.set_body(0, position=(0, 0, 1))
    with pytest.raises(ValueError, match="length"):
        world.set_body(0, orientation=(1, 1, 0, 0))


def test_a_drive_goes_where_it_is_told() -> None:
    base = scene.body("base", scene.box(0.1, 0.1, 0.1), kind="Fixed")
    arm = scene.body("arm", scene.box(0.5, 0.05, 0.05), position=(0.6, 0, 0), mass=1.0)
    hinge = scene.joint("Revolute", "base", "arm", name="hinge", point=(0.1, 0, 0), axis=(0, 0, 1))
    drive = {"kind": "JointPd", "joint": "hinge", "target": {"Constant": 0.0}, "kp": 400.0, "kd": 40.0}
    world = pegsim.world([base, arm], joints=[hinge], controllers=[drive], model="exact")
    assert world.joints == ["hinge"]
    world.set_target("hinge", 0.5)
    world.step(300)
    assert world.joint_records().coordinate[0] == pytest.approx(0.5, abs=1e-3)
    assert pickle.loads(pickle.dumps(world)).to_ron() == world.to_ron()
    with pytest.raises(ValueError, match="no drive holds"):
        world.set_target("elbow", 1.0)


def test_groups_are_kept_and_change_nothing() -> None:
    names = ["left", "right"]
    bodies = [scene.body(name, scene.box(0.1, 0.1, 0.1), position=(x, 0, 1)) for x, name in enumerate(names)]
    given = {"bodies": bodies, "groups": [{"name": "both", "bodies": names}]}
    grouped = pegsim.World.from_dict(given)
    plain = pegsim.World.from_dict({"bodies": bodies})
    assert 'groups: [\n        (name: "both", bodies: ["left", "right"]),' in grouped.to_ron()
    assert "groups" not in plain.to_ron()
    for world in (plain, grouped):
        world.step(20)
    np.testing.assert_array_equal(grouped.positions, plain.positions)
    given["groups"] = [{"name": "both", "bodies": ["left", "nobody"]}]
    with pytest.raises(pegsim.SceneError, match="names the body `nobody`, which does not exist"):
        pegsim.World.from_dict(given)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    world = cube()
    with pytest.raises(ValueError, match="is `cube` meant"):
        world.set_body("cub", position=(0, 0, 1))
    with pytest.raises(ValueError, match="only dynamic and kinematic"):
        world.set_body("floor", position=(0, 0, 1))
    with pytest.raises(ValueError, match="no setting `stepsize`"):
        world.configure(stepsize=0.1)
    with pytest.raises(ValueError, match="valid names: standard"):
        world.configure(model="best")
    with pytest.raises(pegsim.SceneError, match="at most 1 s"):
        world.configure(time_step=5.0)
    with pytest.raises(pegsim.SceneError, match=r"scene:1:\d+"):
        pegsim.World.from_ron("(bodies: [(name: 3)])")
    with pytest.raises(pegsim.SceneError, match="no scene `triangle_drip`"):
        pegsim.World.from_scene("triangle_drip")
    with pytest.raises(pegsim.SceneError, match="nowhere.ron"):
        pegsim.World.from_file(tmp_path / "nowhere.ron")
    with pytest.raises(pegsim.SceneError, match=r"bodies\[0\]\.shape: unknown variant `Bx`"):
        pegsim.world([{"name": "x", "shape": {"Bx": 1}}])
    with pytest.raises(pegsim.SceneError, match="is curved"):
        pegsim.world([scene.body("ball", scene.sphere(1))], model="standard")
    with pytest.raises(TypeError, match="a scene cannot hold a set"):
        pegsim.world([scene.body("x", scene.box(1, 1, 1), position={1})])
    # What was refused changed nothing.
    assert world.time_step == 0.01 and world.model == "separating-feature"


def test_a_step_that_fails_leaves_the_world_as_it_was() -> None:
    """A press that leaves no room: no answer there is."""
    bodies = [
        scene.body("floor", scene.box(2, 1), kind="Fixed", position=(0, -1, 0)),
        scene.body("block", scene.box(0.5, 0.5), position=(0, 0.5, 0)),
        scene.body("press", scene.box(2, 0.5), kind="Kinematic", position=(0, 1.6, 0), velocity=(0, -1, 0)),
    ]
    world = pegsim.world(bodies, dimension=2, model="exact")
    with pytest.raises(pegsim.StepError, match="press"):
        world.step(1000)
    before = world.state
    assert before.time == pytest.approx(0.1, abs=0.011)
    with pytest.raises(pegsim.StepError):
        world.step()
    assert world.state == before
    run = pegsim.run(world)
    assert not run.report["completed"] and "press" in run.report["failure"]


def test_two_worlds_step_at_the_same_time() -> None:
    """The interpreter is free meanwhile: other threads go on."""
    import threading

    worlds = [pegsim.World.from_scene("triangle_drop", model="exact") for _ in range(2)]
    threads = [threading.Thread(target=world.step, args=(100,)) for world in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worlds[0].state == worlds[1].state and worlds[0].steps == 100


def test_every_scene_that_comes_with_it_is_text_that_opens() -> None:
    names = pegsim.scenes()
    assert "triangle_drop" in names
    assert pegsim.World.from_ron(pegsim.scene_text("triangle_drop")).bodies


def test_what_acts_is_checked() -> None:
    world = cube()
    with pytest.raises(ValueError, match="a row for each body"):
        world.step(wrenches=np.zeros((1, 6)))
    with pytest.raises(ValueError, match="finite"):
        world.step(wrenches=[("cube", (float("nan"), 0, 0, 0, 0, 0))])
    with pytest.raises(ValueError, match="there is no body 7"):
        world.step(wrenches=[(7, (0, 0, 0, 0, 0, 0))])
    assert world.steps == 0


def test_outlines_are_where_the_bodies_are() -> None:
    world = cube(2.0)
    world.step(10)
    ((corners,),) = world.outlines()[1:]
    np.testing.assert_allclose(corners.mean(axis=0), world.centres[1], atol=1e-12)
    assert corners.shape == (8, 3)


def test_every_shape_stands_and_weighs_what_it_does() -> None:
    """Volumes by closed forms, and a second on a floor under Exact."""
    pi = np.pi
    shapes = {
        "box": (scene.box(0.1, 0.2, 0.3), 8 * 0.1 * 0.2 * 0.3),
        "sphere": (scene.sphere(0.2), 4 / 3 * pi * 0.2**3),
        "capsule": (scene.capsule(0.1, 0.4), pi * 0.1**2 * (0.4 + 4 / 3 * 0.1)),
        "cylinder": (scene.cylinder(0.2, 0.3), pi * 0.2**2 * 0.3),
        "cone": (scene.cone(0.2, 0.3), pi * 0.2**2 * 0.3 / 3),
        "ellipsoid": (scene.ellipsoid(0.3, 0.2, 0.1), 4 / 3 * pi * 0.3 * 0.2 * 0.1),
        "prism": (scene.prism(6, 0.2, 0.3), 1.5 * 3**0.5 * 0.2**2 * 0.3),
    }
    floor = scene.body("floor", scene.box(2, 2, 0.5), kind="Fixed", position=(0, 0, -0.5))
    for name, (shape, volume) in shapes.items():
        world = pegsim.world([floor, scene.body(name, shape, position=(0, 0, 0.8))], model="exact")
        assert world.masses[1] == pytest.approx(1000 * volume, rel=1e-12), name
        world.step(100)
        assert world.truth().depth_max <= 1e-9, name
        assert np.abs(world.velocities[1]).max() < 1.0 and world.positions[1, 2] < 0.6, name


def steps_on(world: pegsim.World, told: Any) -> None:
    world.step(3)
    told.put(world.state.hash)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_that_is_forked_off_goes_on_with_threads_of_its_own() -> None:
    floor = scene.body("floor", scene.box(2, 2, 0.5), kind="Fixed", position=(0, 0, -0.5))
    block = scene.box(0.1, 0.1, 0.1)
    places = [(0.21 * i, 0.21 * j, 0.11 + 0.21 * k) for i in range(5) for j in range(5) for k in range(4)]
    blocks = [scene.body(f"block {n}", block, position=place) for n, place in enumerate(places)]
    # Threads share its steps: more than a hundred pairs are near each other.
    world = pegsim.world([floor, *blocks], model="exact")
    world.step(5)
    forking = multiprocessing.get_context("fork")
    told = forking.Queue()
    child = forking.Process(target=steps_on, args=(world, told))
    child.start()
    try:
        there = told.get(timeout=60)
    finally:
        child.kill()
    world.step(3)
    assert there == world.state.hash
