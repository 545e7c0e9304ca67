"""The grasp is an environment as Gymnasium asks, and can be done."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pegsim.gym


@pytest.mark.filterwarnings("ignore:.*A Box observation space:UserWarning")
def test_gymnasium_accepts_it() -> None:
    check_env(gymnasium.make("pegsim/Grasp-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("model", ["exact", "peg"])
def test_closing_and_lifting_lifts(model: str) -> None:
    env = gymnasium.make("pegsim/Grasp-v0", model=model)
    for seed in range(4):
        env.reset(seed=seed)
        for k in range(200):
            close, lift = (min(1.0, -1.0 + t / 30) for t in (k, max(0, k - 70)))
            _, reward, ended, cut, info = env.step(np.array([close] * 4 + [lift]))
            if ended or cut:
                break
        assert info["lifted"] and float(reward) > 0.9, (seed, k, info)


def test_who_does_nothing_lifts_nothing_and_every_object_is_another() -> None:
    env = gymnasium.make("pegsim/Grasp-v0")
    starts = [env.reset(seed=seed)[0] for seed in (1, 1, 2)]
    np.testing.assert_array_equal(starts[0], starts[1])
    assert not np.array_equal(starts[0], starts[2])
    cut = ended = False
    steps = 0
    while not (cut or ended):
        _, _, ended, cut, info = env.step(-np.ones(5))
        steps += 1
    assert steps == 200 and cut and not info["lifted"]


def test_before_the_first_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        pegsim.gym.Grasp().step(np.zeros(5))
