"""Files of the command line as arrays, and pictures of them."""

from pathlib import Path

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

import matplotlib.pyplot as plt

import pegsim
from pegsim.plot import plot_motion, plot_path, plot_sweep, plot_world
from pegsim.sweep import sweep

HEADER = "step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz"


def test_a_trajectory_is_read(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    row = "1,0,0,1,0,0,0,4,5,6,7,8,9"
    file.write_text(f'{HEADER}\n0,0,floor,0,0,0,{row[6:]}\n0,0,"a, b",1,2,3,{row[6:]}\n1,0.5,floor,0,0,0,{row[6:]}\n')
    found = pegsim.read_trajectory(file)
    assert found.bodies == ["floor", "a, b"] and found.time.tolist() == [0, 0.5] and found.step.tolist() == [0, 1]
    np.testing.assert_array_equal(found.positions[0, 1], [1, 2, 3])
    np.testing.assert_array_equal(found.orientations[0, 1], [1, 0, 0, 0])
    np.testing.assert_array_equal(found.angular_velocities[0, 1], [7, 8, 9])
    # It is not there in the second step.
    assert np.isnan(found.positions[1, 1]).all()
    file.write_text(f"{HEADER}\n0,0,floor,1,2\n")
    with pytest.raises(pegsim.PegsimError, match=r"t\.csv:2: 16 entries"):
        pegsim.read_trajectory(file)
    file.write_text("a,b\n")
    with pytest.raises(pegsim.PegsimError, match="the first line"):
        pegsim.read_trajectory(file)


def test_a_recording_of_the_window_is_read(tmp_path: Path) -> None:
    """One that the program's own tests keep, with the hashes of its states."""
    data = Path(__file__).parents[2] / "tests" / "data"
    panes = pegsim.read_recording(data / "format3.pegrec")
    assert [pane.model for pane in panes] == ["standard", "peg", "separating-feature"]
    hashes = [line.split() for line in (data / "format3.hashes.txt").read_text().splitlines()]
    for number, pane in enumerate(panes):
        steps = [int(step) for which, step, _ in hashes if int(which) == number]
        assert pane.step.tolist() == steps and pane.positions.shape == (len(steps), len(pane.bodies), 3)
        assert (np.diff(pane.time) > 0).all()
        # What falls freely is on the parabola, whatever the model.
        sign = pane.bodies.index("sign")
        assert pane.positions[-1, sign, 2] < pane.positions[0, sign, 2]
        assert pane.samples["depth"].size == pane.samples["step"].size > 0
        # The state at the start is that of its scene.
        start = pegsim.World.from_ron(pane.scene, model=pane.model)
        np.testing.assert_array_equal(pane.positions[0], start.positions)
    (tmp_path / "x.pegrec").write_bytes((data / "format3.pegrec").read_bytes()[:-40])
    with pytest.raises(pegsim.PegsimError, match="cut off"):
        pegsim.read_recording(tmp_path / "x.pegrec")


def test_pictures_show_what_was_run() -> None:
    world = pegsim.World.from_scene("triangle_drop", model="exact")
    run = pegsim.run(world, duration=1.0)
    axes = plot_motion(run, what="y")
    (line,) = axes.lines
    np.testing.assert_array_equal(np.asarray(line.get_ydata()), run.positions[:, 1, 1])
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["triangle"]  # type: ignore[union-attr]
    way, end = plot_path(run, bodies=["triangle"]).lines
    np.testing.assert_array_equal(np.asarray(way.get_xdata())[-1:], np.asarray(end.get_xdata()))
    with pytest.raises(ValueError, match="no body 'x'"):
        plot_path(run, bodies=["x"])
    world.step(90)
    picture = plot_world(world)
    low, high = picture.get_ylim()
    assert low < world.positions[:, 1].min() and high > world.positions[:, 1].max()
    # A body's corners, and a line for the contact that presses.
    assert len(picture.collections) == 2 and len(picture.lines) == int((world.contacts().impulse > 0).any())
    with pytest.raises(pegsim.PegsimError, match="of space"):
        plot_world(pegsim.World.from_scene("cube_on_edge"))
    table = sweep(["triangle_drop", "dual_vertex"], ["peg", "exact"], [0.01, 0.02], duration=0.2)
    assert [line.get_label() for line in plot_sweep(table).lines] == ["peg", "separating-feature"]
    plt.close("all")
