"""What a call costs: 100,000 steps of a box on the floor, in one call, which is a loop in Rust, and in 100,000 calls.

    python benches/step.py [ROUNDS]

Prints the ratio of the fastest rounds in processor time, which take turns, so that what else the machine does hits both alike. The package must be an
optimised build (``pip install ./python``).
"""

import sys
import time

import pegsim
from pegsim import scene

STEPS = 100_000


def box(model: str) -> pegsim.World:
    floor = scene.body("floor", scene.box(2, 2, 0.5), kind="Fixed", position=(0, 0, -0.5))
    cube = scene.body("cube", scene.box(0.5, 0.5, 0.5), position=(0, 0, 0.5))
    return pegsim.world([floor, cube], model=model)


def seconds(model: str, single: bool) -> float:
    world = box(model)
    begun = time.process_time()
    if single:
        world.step(STEPS)
    else:
        for _ in range(STEPS):
            world.step()
    assert world.steps == STEPS
    return time.process_time() - begun


rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
for model in ("standard", "peg", "exact"):
    times = [(seconds(model, True), seconds(model, False)) for _ in range(rounds)]
    loop, calls = (min(column) for column in zip(*times, strict=True))
    print(f"{model:9} one call {loop / STEPS * 1e6:6.2f} µs a step, {STEPS} calls {calls / STEPS * 1e6:6.2f} µs: {calls / loop - 1:+.1%}")
