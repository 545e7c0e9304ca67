//! Synthetic piles for tests and benches: the data of convex problems as large as piles of boxes make them.
//!
//! Numbers only, so that a bench can take this file in as a module of its own.

/// Target, rows as (column, value) entries, and right-hand sides of a pile.
pub struct Pile {
    /// The free motion (6 entries per box, scaled by the square root of the mass).
    pub target: Vec<f64>,
    /// Rows, each with entries of one or two boxes.
    pub rows: Vec<Vec<(usize, f64)>>,
    /// Right-hand sides.
    pub rhs: Vec<f64>,
}

/// splitmix64: a seeded stream of numbers in [0, 1).
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// `count` unit boxes in layers of about ∛count × ∛count, each layer shifted against the one below, so that a box
/// rests on up to four others at the corners where they overlap (4 to 8 rows) and a box in the middle carries four.
/// With `beside`, boxes next to each other have a row with a small gap as well. Masses differ by up to `mass_ratio`;
/// `seed` moves shifts, tilts of the normals and masses.
pub fn pile(count: usize, mass_ratio: f64, beside: bool, seed: u64) -> Pile {
    let side = (count as f64).cbrt().round().max(1.0) as usize;
    let mut stream = Stream(seed);
    let masses: Vec<f64> = (0..count).map(|_| mass_ratio.powf(stream.next())).collect();
    let place = |b: usize| (b % side, b / side % side, b / (side * side));
    let shift = |layer: usize, axis: usize| {
        let phase = seed as f64 + 1.7 * axis as f64;
        0.23 * (2.4 * layer as f64 + phase).sin()
    };
    let centre = |b: usize| {
        let (i, j, k) = place(b);
        [1.02 * i as f64 + shift(k, 0), 1.02 * j as f64 + shift(k, 1), k as f64]
    };
    let mut pile = Pile { target: Vec::new(), rows: Vec::new(), rhs: Vec::new() };
    for mass in &masses {
        let fall = [0.02 * (stream.next() - 0.5), 0.02 * (stream.next() - 0.5), -0.0981];
        pile.target.extend(fall.iter().map(|v| v * mass.sqrt()));
        pile.target.extend((0..3).map(|_| 0.02 * (stream.next() - 0.5) * (mass / 6.0).sqrt()));
    }
    // The row of `point` pushing `upper` along `normal` and `lower` against it.
    let mut push = |upper: usize, lower: Option<usize>, point: [f64; 3], normal: [f64; 3], gap: f64| {
        let mut entries = Vec::with_capacity(12);
        for (b, sign) in [(Some(upper), 1.0), (lower, -1.0)] {
            let Some(b) = b else { continue };
            let (c, linear, angular) =
                (centre(b), masses[b].sqrt().recip(), (masses[b] / 6.0).sqrt().recip());
            let r = [point[0] - c[0], point[1] - c[1], point[2] - c[2]];
            for axis in 0..3 {
                let (a, b1) = ((axis + 1) % 3, (axis + 2) % 3);
                entries.push((6 * b + axis, sign * linear * normal[axis]));
                entries.push((6 * b + 3 + axis, sign * angular * (r[a] * normal[b1] - r[b1] * normal[a])));
            }
        }
        pile.rows.push(entries);
        pile.rhs.push(-gap);
    };
    for b in 0..count {
        let (i, j, k) = place(b);
        let c = centre(b);
        let below: Vec<Option<usize>> = if k == 0 {
            vec![None]
        } else {
            let near = |x: usize, y: usize| x < side && y < side;
            let around = (0..9)
                .map(|n| (i.wrapping_add(n % 3).wrapping_sub(1), j.wrapping_add(n / 3).wrapping_sub(1)));
            around.filter(|&(x, y)| near(x, y)).map(|(x, y)| Some(((k - 1) * side + y) * side + x)).collect()
        };
        for other in below {
            let o = other.map_or([c[0], c[1], 0.0], centre);
            let (low, high) =
                ([0, 1].map(|a| (c[a].max(o[a])) - 0.5), [0, 1].map(|a| (c[a].min(o[a])) + 0.5));
            let extent = [high[0] - low[0], high[1] - low[1]];
            if extent[0] <= 0.0 || extent[1] <= 0.0 {
                continue;
            }
            // Small overlaps touch at one corner or two, large ones at four; where faces lie flat, normals agree.
            let corners: &[(f64, f64)] = match (extent[0] > 0.45, extent[1] > 0.45) {
                (true, true) => &[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)],
                (true, false) => &[(0.0, 0.5), (1.0, 0.5)],
                (false, true) => &[(0.5, 0.0), (0.5, 1.0)],
                (false, false) => &[(0.5, 0.5)],
            };
            let tilt = if stream.next() < 0.5 { 0.0 } else { 0.1 };
            let slope = [tilt * (stream.next() - 0.5), tilt * (stream.next() - 0.5)];
            let length = (slope[0] * slope[0] + slope[1] * slope[1] + 1.0).sqrt();
            for (u, v) in corners {
                let point = [low[0] + u * extent[0], low[1] + v * extent[1], c[2] - 0.5];
                push(b, other, point, [slope[0] / length, slope[1] / length, 1.0 / length], 0.0);
            }
        }
        for (inside, axis) in [(i + 1 < side, 0), (j + 1 < side, 1)] {
            let other = b + if axis == 0 { 1 } else { side };
            if beside && inside && other < count {
                let o = centre(other);
                let point = [(c[0] + o[0]) / 2.0, (c[1] + o[1]) / 2.0, c[2] + stream.next() - 0.5];
                let normal = if axis == 0 { [-1.0, 0.0, 0.0] } else { [0.0, -1.0, 0.0] };
                push(b, Some(other), point, normal, 0.02 * stream.next());
            }
        }
    }
    pile
}
