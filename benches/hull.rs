//! Convex hulls of a hundred thousand points: all on a sphere, in a ball, and on a turned grid, whose faces are flat but for rounding.
//!
//! `cargo bench --no-default-features --bench hull`

use criterion::{Criterion, criterion_group, criterion_main};
use pegsim::geometry::hull::convex_hull_3d;
use pegsim::math::{Quat, Vec3};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::Duration;

const COUNT: usize = 100_000;

fn hulls(criterion: &mut Criterion) {
    let mut stream = ChaCha8Rng::seed_from_u64(6);
    let mut coordinate = move || (stream.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
    let mut ball = || {
        loop {
            let p = Vec3::new(coordinate(), coordinate(), coordinate());
            if (0.1..=1.0).contains(&p.norm()) {
                return p;
            }
        }
    };
    let inside: Vec<Vec3> = (0..COUNT).map(|_| ball()).collect();
    let sphere: Vec<Vec3> = inside.iter().map(Vec3::normalize).collect();
    let turn = Quat::from_scaled_axis(Vec3::new(0.3, -0.7, 1.1));
    let grid: Vec<Vec3> = (0..46_u32.pow(3))
        .map(|i| turn * (Vec3::new(f64::from(i / 2116), f64::from(i / 46 % 46), f64::from(i % 46)) / 45.0))
        .collect();
    let mut group = criterion.benchmark_group("hull of 1e5 points");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for (name, points) in [("sphere", sphere), ("ball", inside), ("turned grid", grid)] {
        group.bench_function(name, |b| b.iter(|| convex_hull_3d(&points)));
    }
    group.finish();
}

criterion_group!(benches, hulls);
criterion_main!(benches);
