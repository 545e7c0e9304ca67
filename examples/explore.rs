use pegsim::body::build::*;
use pegsim::body::*;
use pegsim::geometry::hull::*;
use pegsim::geometry::overlap::*;
use pegsim::math::*;
use pegsim::model::*;
use pegsim::sim::*;
use std::sync::Arc;

#[derive(serde::Deserialize)]
struct S {
    dimension: Dimension,
    gravity: (f64, f64, f64),
    time_step: f64,
    duration: Option<f64>,
    bodies: Vec<B>,
}
#[derive(serde::Deserialize)]
struct B {
    name: String,
    kind: BodyKind,
    shape: Shape,
    position: (f64, f64, f64),
    orientation: (f64, f64, f64, f64),
    #[serde(default)]
    velocity: (f64, f64, f64),
    #[serde(default)]
    angular_velocity: (f64, f64, f64),
    #[serde(default)]
    density: f64,
    #[serde(default)]
    spawn_time: f64,
}
#[derive(serde::Deserialize)]
struct U {
    shape: Shape,
    position: (f64, f64, f64),
    orientation: (f64, f64, f64, f64),
}
#[derive(serde::Deserialize)]
enum Shape {
    Hull { points: Vec<(f64, f64, f64)> },
    Union(Vec<U>),
}
fn parts(s: &Shape, d: Dimension) -> Vec<pegsim::geometry::polytope::Polytope> {
    match s {
        Shape::Hull { points } => {
            let p: Vec<Vec3> = points.iter().map(|p| Vec3::new(p.0, p.1, p.2)).collect();
            vec![if d == Dimension::Two { convex_hull_2d(&p).unwrap() } else { convex_hull_3d(&p).unwrap() }]
        }
        Shape::Union(u) => u.iter().flat_map(|u| parts(&u.shape, d)).collect(),
    }
}
fn truth(m: &Model, s: &State) -> (f64, f64) {
    let mut tot = 0.;
    let mut dep = 0f64;
    let k = pegsim::contact::Kinematics::new(m, &s.poses, s.time);
    let views: Vec<(Vec<Vec<usize>>, Vec<[usize; 2]>)> = k
        .parts
        .iter()
        .map(|p| (p.shape.facets.iter().map(|f| f.vertices.clone()).collect(), vec![]))
        .collect();
    for i in 0..k.parts.len() {
        for j in i + 1..k.parts.len() {
            let (a, b) = (&k.parts[i], &k.parts[j]);
            if a.id.body == b.id.body {
                continue;
            }
            if !m.body(a.id.body).is_dynamic() && !m.body(b.id.body).is_dynamic() {
                continue;
            }
            let o = if m.dimension == Dimension::Two {
                polygon_overlap(&a.vertices, &b.vertices)
            } else {
                polyhedron_overlap(
                    &ConvexView { vertices: &a.vertices, facets: &views[i].0 },
                    &ConvexView { vertices: &b.vertices, facets: &views[j].0 },
                )
            };
            tot += o.measure;
            dep = dep.max(o.depth);
        }
    }
    (tot, dep)
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let opt = ron::Options::default();
    let text = if text.contains("dimension: Two") {
        let mut o = String::new();
        for l in text.lines() {
            let mut l = l.to_string();
            let mut st = 0;
            while let Some(i) = l[st..].find("points: [") {
                let i = i + st;
                let j = l[i..].find(")])").unwrap() + i;
                let seg = l[i..j].replace("), (", ", 0.0), (");
                let seg = seg + ", 0.0";
                let k = i + seg.len();
                l = l[..i].to_string() + &seg + &l[j..];
                st = k;
            }
            o += &l;
            o += "\n";
        }
        o
    } else {
        text
    };
    let v: S = opt
        .from_str(
            &text
                .replace("Scene(", "(")
                .lines()
                .filter(|l| !l.contains("contact:"))
                .collect::<Vec<_>>()
                .join("\n"),
        )
        .unwrap();
    let specs: Vec<BodySpec> = v
        .bodies
        .iter()
        .map(|b| {
            let mut s = BodySpec::new(b.name.clone(), parts(&b.shape, v.dimension));
            s.kind = b.kind;
            s.position = Vec3::new(b.position.0, b.position.1, b.position.2);
            s.orientation = Quat::from_quaternion(nalgebra::Quaternion::new(
                b.orientation.0,
                b.orientation.1,
                b.orientation.2,
                b.orientation.3,
            ));
            s.velocity = Vec3::new(b.velocity.0, b.velocity.1, b.velocity.2);
            s.angular_velocity = Vec3::new(b.angular_velocity.0, b.angular_velocity.1, b.angular_velocity.2);
            if b.density > 0. {
                s.density = b.density
            };
            s.spawn_time = b.spawn_time;
            s
        })
        .collect();
    let (m, s) = assemble(v.dimension, Vec3::new(v.gravity.0, v.gravity.1, v.gravity.2), &specs);
    let mut set = StepSettings::default();
    set.contact.model = ContactModel::from_name(&a[2]).unwrap();
    set.h = a.get(3).map_or(v.time_step, |x| x.parse().unwrap());
    let dur = a.get(4).map_or(v.duration.unwrap(), |x| x.parse().unwrap());
    if let Some(x) = a.get(5) {
        set.solver.method = SolverMethod::from_name(x).unwrap();
    }
    if let Some(x) = a.get(6) {
        set.contact.detection_distance = Some(x.parse().unwrap());
    }
    let verbose = std::env::var("V").is_ok();
    let mut sim = Simulation::new(Arc::new(m), s, set);
    let n = (dur / set.h).round() as usize;
    let mut ov = vec![];
    let mut de = vec![];
    let mut ts = vec![];
    let mut fb = 0;
    let (mut traps, mut sprung, mut cons, mut out, mut maxv) = (0, 0, 0, 0, 0f64);
    for i in 0..n {
        match sim.step(&StepInput::default()) {
            Ok(r) => {
                if r.solve.fallback.is_some() {
                    fb += 1;
                    if fb < 4 {
                        println!("  step {} fallback {}", i + 1, r.solve.fallback.as_ref().unwrap());
                    }
                }
                traps += r.traps;
                sprung += r.sprung_traps;
                cons += r.contacts.len();
                out += r.solve.outer_iterations;
                ts.push(r.timing.total);
                maxv = sim.state.twists.iter().map(|t| t.linear.norm()).fold(maxv, f64::max);
                if std::env::var("T").is_ok() && !r.contacts.is_empty() {
                    println!(
                        "step {} t {:.3} outer {} sw {} fb {:?}",
                        i + 1,
                        r.time,
                        r.solve.outer_iterations,
                        r.solve.switches,
                        r.solve.fallback
                    );
                    for (k, c) in r.contacts.iter().enumerate() {
                        println!(
                            "   c{k} {:?}-{:?} gap {:.4} end {:.4} p {:.4} prim {}",
                            c.pair.a.1,
                            c.pair.b.1,
                            c.gap,
                            r.end_gaps[k],
                            r.impulses[k],
                            c.is_primary()
                        );
                    }
                    for d in &r.disjunctions {
                        println!(
                            "   {} {:?}",
                            d.kind.letter(),
                            d.contacts().map(|c| c.0).collect::<Vec<_>>()
                        );
                    }
                }
                let (o, d) = truth(&sim.model, &sim.state);
                if verbose && d > 1e-3 {
                    println!(
                        "   step {} depth {:.2e} contacts {} outer {} fb {:?}",
                        i + 1,
                        d,
                        r.contacts.len(),
                        r.solve.outer_iterations,
                        r.solve.fallback
                    );
                }
                ov.push(o);
                de.push(d);
            }
            Err(e) => {
                println!("FAILED {e}");
                break;
            }
        }
    }
    let med = |v: &mut Vec<f64>| {
        v.sort_by(f64::total_cmp);
        (v[v.len() / 2], v[v.len() - 1])
    };
    let nn = ov.len() as f64;
    println!(
        "{} {} h={} steps {}/{} overlap med {:.1e} max {:.1e} depth med {:.1e} max {:.1e} step med {:.0}us max {:.0}us fb {} traps {:.2} sprung {:.3} contacts {:.1} outer {:.2} maxv {:.2}",
        a[1].rsplit('/').next().unwrap(),
        a[2],
        set.h,
        ov.len(),
        n,
        med(&mut ov).0,
        med(&mut ov).1,
        med(&mut de).0,
        med(&mut de).1,
        med(&mut ts).0 * 1e6,
        med(&mut ts).1 * 1e6,
        fb,
        traps as f64 / nn,
        sprung as f64 / nn,
        cons as f64 / nn,
        out as f64 / nn,
        maxv
    );
    let last = sim.state.poses.last().unwrap();
    println!(
        "   last body pos {:.4} {:.4} {:.4} angle {:.2} v {:.3e}",
        last.position.x,
        last.position.y,
        last.position.z,
        last.orientation.scaled_axis().norm().to_degrees(),
        sim.state.twists.last().unwrap().linear.norm()
    );
}
