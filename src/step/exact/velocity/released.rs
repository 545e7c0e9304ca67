//! The velocity problem with the choice of features: what lasting contacts bear before a blow, and the disjunctions at fixed geometry.

use crate::contact::Contact;
use crate::dynamics::MassRoot;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Twist, Vec3};
use crate::step::exact::context::Few;
use crate::step::exact::release::better_feature;
use crate::step::exact::rough::budget;
use crate::step::exact::velocity::EndLoads;
use crate::step::exact::velocity::blow::Blow;
use crate::step::exact::velocity::closed::Closed;
use crate::step::exact::velocity::problem::{Answer, Borne, Methods, Problem};
use crate::step::impact::cut::Cut;
use crate::step::tolerances::UNLOADED;
use crate::threads;
use crate::world::{BodyId, BodyKind};
use std::collections::BTreeSet;

/// Changes of feature of the velocity problem of an island at most.
const MAX_RELEASES: usize = 8;

/// Pairs that a thread is woken for to ask them for better features.
const WORTH_RELEASING: usize = 32;

/// A switch may raise the objective, and the energy, by this fraction of its scale: by rounding.
const NO_WORSE: f64 = 1e-13;

/// A switch that raises the objective by this fraction of its scale at most may lead on to a better one: where two parts bear along the same line, the side of the other takes over
/// what the side of one of them bore, to the digits of the solution, and has to be released as well.
const EVEN: f64 = 1e-9;

/// Whether a row is that of curved surfaces which are apart at the end.
fn opens(row: &Closed) -> bool {
    row.feature == SeparatingFeature::Surfaces && !row.at_end
}

impl Problem<'_, '_> {
    /// What lasting contacts bear until others close.
    ///
    /// A blow comes when it comes within the step. Until then the contacts that were closed at the start bear the bodies, afterwards
    /// all do. Were it all one blow, those that it lifts off would never have borne anything, which is an error of the first order in h:
    /// the block that rocks from one corner to the other would fall for a step.
    ///
    /// The same holds for the blow of a limit that a joint reaches, at whose instant steps end: its problem has all that is closed, this one the
    /// joints without it.
    ///
    /// `flown`: nothing acts on the bodies before; `stopped`: whether a limit is reached.
    pub(super) fn borne_before(
        &self,
        rows: &[Closed],
        (flown, stopped): (bool, bool),
        methods: &mut Methods,
    ) -> Result<Borne, String> {
        let free: Vec<Twist> = self.bodies.iter().map(|id| self.free[id.0]).collect();
        if rows.iter().all(|row| row.lasts || !row.at_end) {
            let mut borne = Borne {
                smooth: Vec::new(),
                twists: free,
                given: Vec::new(),
                share: None,
                impact: None,
                iterations: 0,
            };
            if stopped {
                let answer = self.solve(rows.to_vec(), methods)?;
                let each = answer.rows.into_iter().zip(answer.normal.into_iter().zip(answer.friction));
                borne.given = each.map(|(row, (p, f))| (row, p, f)).collect();
                (borne.twists, borne.iterations) = (answer.twists, answer.iterations);
            }
            return Ok(borne);
        }
        // Joints hold until then, too: what they bear of the blow was taken back with the wrong lines.
        let alone = self.joints.is_empty() && !rows.iter().any(|row| row.lasts);
        let mut bear = |lines: &dyn Fn(&Closed) -> Option<Contact>| {
            let row = |row: &Closed| {
                let contact = if opens(row) { lines(row) } else { None };
                Closed { contact: contact.unwrap_or_else(|| row.contact.clone()), ..row.clone() }
            };
            let lasting = rows.iter().filter(|row| row.lasts).map(row).collect();
            let answer = if alone { None } else { Some(self.solve(lasting, methods)?) };
            let held: Vec<Twist> =
                answer.as_ref().map_or_else(|| free.clone(), |answer: &Answer| answer.twists.clone());
            let impact = self.stage.first_impact(self.bodies, rows, &held, flown);
            Ok::<_, String>((answer, held, impact))
        };
        // The line of a curved row that opens again has turned by the end of the step: it bore along that of the start, and until a blow up to that
        // which it has there.
        let (mut answer, mut held, mut impact) = bear(&|row| self.stage.at_start(row))?;
        if let Some(cut) = impact.filter(|_| rows.iter().any(|row| row.lasts && opens(row))) {
            let blow = Blow::new(self.stage, self.bodies, cut.share, &held, flown);
            (answer, held, impact) = bear(&|row| blow.contact(row))?;
        }
        let mut smooth = self.free.to_vec();
        for (id, twist) in self.bodies.iter().zip(&held) {
            smooth[id.0] = *twist;
        }
        let meets = |row: &Closed| row.meeting(&self.stage.flight.start, &smooth, self.stage.ctx.h).0;
        // A part that ends at its impact has the blow at its end, wherever rates that change evenly would have it: the line along which edges
        // meet turns fast where they are nearly parallel.
        let by_rates = || rows.iter().filter(|row| !row.lasts && row.at_end).map(meets).fold(1.0, f64::min);
        let at = |cut: Cut| if cut.is_at_end(self.stage.ctx.h) { 1.0 } else { cut.share };
        let share = impact.map_or_else(by_rates, at);
        let between = |(free, held): (&Twist, &Twist)| free.lerp(held, share);
        let twists = free.iter().zip(&held).map(between).collect();
        let (mut given, mut iterations) = (Vec::new(), 0);
        if let Some(answer) = answer {
            iterations = answer.iterations;
            let each = answer.rows.into_iter().zip(answer.normal.into_iter().zip(answer.friction));
            given.extend(each.map(|(row, (p, f))| (row, p * share, f * share)));
        }
        if impact.is_none_or(|cut| cut.is_at_end(self.stage.ctx.h)) {
            impact = Cut::sooner(impact, self.stage.gone_beyond(self.bodies, rows, &smooth));
        }
        Ok(Borne { twists, given, share: Some(share), impact, smooth: held, iterations })
    }

    /// What the rows give from their blow to the end of the step, where they are turned and forces have acted on. What they gave at the
    /// blow goes to `given`.
    pub(super) fn after_blow(
        &self,
        answer: &mut Answer,
        given: &mut [EndLoads],
        methods: &mut Methods,
    ) -> Result<(), String> {
        for (row, (p, f)) in answer.rows.iter().zip(answer.normal.iter().zip(&answer.friction)) {
            given[row.pair].add((row.feature, row.key), &row.contact, *p, f);
            // The same at the end poses is given with the rest, once more less than that.
            given[row.pair].add((row.feature, row.key), row.at_end_poses(), -*p, &-f);
            if !row.lasts {
                given[row.pair].strike((row.feature, row.key), &row.contact);
            }
        }
        answer.rows.iter_mut().for_each(|row| {
            if let Some(there) = row.there.take() {
                row.contact = *there;
            }
        });
        // What the first problem gave, the blow has given.
        let nothing = vec![(0.0, Vec3::zeros()); answer.rows.len()];
        let more = self.solve_from(answer.rows.clone(), Some(&nothing), methods)?;
        for k in 0..answer.rows.len() {
            answer.normal[k] += more.normal[k];
            answer.friction[k] += more.friction[k];
        }
        answer.iterations += more.iterations;
        answer.twists = more.twists;
        answer.fallback = answer.fallback.take().or(more.fallback);
        answer.accuracy.take(&more.accuracy);
        Ok(())
    }

    /// The inelastic velocities, released until no pair wants another feature that holds at its end.
    pub(super) fn released(
        &self,
        pairs: &[usize],
        rows: Vec<Closed>,
        methods: &mut Methods,
    ) -> Result<Answer, String> {
        let first = self.solve(rows, methods)?;
        let mut current = self.on_rims(first, methods)?;
        // The lowest so far, where the current one is not but even with it.
        let mut best: Option<Answer> = None;
        let mut left: Vec<(usize, SeparatingFeature)> = Vec::new();
        let mut spent = current.iterations;
        let carried = self.carried(pairs);
        let scale = current.objective + self.kinetic(&current.twists, &carried);
        for _ in 0..MAX_RELEASES {
            let wanted = self.wanted(pairs, &current, &left);
            if wanted.is_empty() {
                break;
            }
            if spent >= budget(current.rows.len()) {
                current.fallback.get_or_insert_with(|| {
                    format!("features at the end of the step were not released any more after {spent} of Newton's steps")
                });
                break;
            }
            // What was taken back stays so; the rows of the new feature are given anew.
            let gone: BTreeSet<usize> = wanted.iter().map(|w| w.0).collect();
            let stays = |k: &usize| !gone.contains(&current.rows[*k].pair);
            let (mut rows, mut near): (Vec<Closed>, Vec<_>) = (0..current.rows.len())
                .filter(stays)
                .map(|k| (current.rows[k].clone(), (current.normal[k], current.friction[k])))
                .unzip();
            let mut gaps = Vec::new();
            let mut switched = current.switched.clone();
            switched.retain(|(k, _)| !gone.contains(k));
            for &(k, feature) in &wanted {
                left.push((k, self.feature(k, &current)));
                rows.extend(self.stage.closed_rows(k, feature, &[], &mut gaps));
                switched.push((k, feature));
            }
            self.stage.at_once(&mut rows);
            let kept = near.len();
            rows.retain(|row| row.at_end);
            if let Some(blow) = self.blow {
                blow.strike_each(&mut rows, kept);
            }
            near.resize(rows.len(), (0.0, Vec3::zeros()));
            let next = self.solve_from(rows, Some(&near), methods)?;
            let next = self.on_rims(next, methods)?;
            spent += next.iterations;
            let next = Answer { switched, iterations: current.iterations + next.iterations, ..next };
            let lowest = best.as_ref().map_or(current.objective, |best: &Answer| best.objective);
            let no_worse = next.objective <= lowest + NO_WORSE * scale;
            let even = next.objective <= lowest + EVEN * scale;
            // What was taken back may not be won by moving against it. Where nothing was, what goes on as it came has all of it but for rounding.
            let energy = self.kinetic(&next.twists, &carried);
            let affordable = energy <= self.most(&current, &carried) + NO_WORSE * scale;
            let better = no_worse || self.is_right(pairs, &next);
            if !(affordable && (better || even)) {
                left.extend(wanted);
                continue;
            }
            let before = std::mem::replace(&mut current, next);
            best = if better { None } else { best.or(Some(before)) };
        }
        Ok(match best {
            Some(best) => Answer { iterations: current.iterations, fallback: current.fallback, ..best },
            None => current,
        })
    }

    /// Whether friction acts in an answer in which no pair wants another feature. It is right then, however far its velocities are from those with
    /// nothing given: sliding friction has no objective, and what it takes differs from feature to feature.
    fn is_right(&self, pairs: &[usize], answer: &Answer) -> bool {
        let rubs = answer.friction.iter().any(|f| *f != Vec3::zeros());
        rubs && self.wanted(pairs, answer, &[]).is_empty()
    }

    /// Kinetic energy that a switch may lead to (J): that of the velocities before anything was taken back, and where a step ends at the blow that of those with which
    /// bodies come to it. (The first problem has a grain of the blow then, in which it stops what may go on.)
    fn most(&self, best: &Answer, carried: &Vec3) -> f64 {
        let stage = self.stage;
        let first = |id: &BodyId| {
            let (mean, before) = (&stage.means[id.0], &stage.flight.start[id.0]);
            Twist::from_vec6(&(mean.to_vec6() * 2.0 - before.to_vec6()))
        };
        let first: Vec<Twist> = self.bodies.iter().map(first).collect();
        let before: Vec<Twist> = self.bodies.iter().map(|id| self.free[id.0]).collect();
        let ends_at_blow = self.blow.is_some() && stage.splits;
        let comes = if ends_at_blow { self.kinetic(&before, carried) } else { 0.0 };
        let first = 0.5 * norm2(self.bodies, &stage.ctx.roots, &first, carried);
        self.kinetic(&best.twists, carried).max(first).max(comes)
    }

    /// The velocity with which bodies in prescribed motion carry the others (m/s): energies are those in a frame that moves with it, or a switch at a moving support would seem to win or to lose
    /// what the support gives.
    fn carried(&self, pairs: &[usize]) -> Vec3 {
        let model = self.stage.ctx.model;
        let moves = |id: &BodyId| model.body(*id).kind == BodyKind::Kinematic;
        let mut of_pairs = pairs.iter().map(|&k| self.stage.bodies(k)).flat_map(|(a, b)| [(a, b), (b, a)]);
        of_pairs.find(|(support, _)| moves(support)).map_or_else(Vec3::zeros, |(support, other)| {
            let (poses, twist) = (&self.stage.ctx.state.poses, &self.stage.means[support.0]);
            twist.linear + twist.angular.cross(&(poses[other.0].position - poses[support.0].position))
        })
    }

    fn kinetic(&self, twists: &[Twist], carried: &Vec3) -> f64 {
        0.5 * norm2(self.bodies, self.roots, twists, carried)
    }

    fn feature(&self, pair: usize, answer: &Answer) -> SeparatingFeature {
        let switched = answer.switched.iter().find(|(k, _)| *k == pair);
        switched.map_or(self.stage.pairs[pair].feature, |(_, feature)| *feature)
    }

    /// The pairs whose load lies outside the cone of another feature that holds at the end.
    fn wanted(
        &self,
        pairs: &[usize],
        answer: &Answer,
        left: &[(usize, SeparatingFeature)],
    ) -> Vec<(usize, SeparatingFeature)> {
        let largest = answer.normal.iter().copied().fold(0.0, f64::max);
        let loaded = |(row, p): (&Closed, &f64)| {
            (*p > UNLOADED * largest).then_some((row.pair, row.key, *p, row.lasts))
        };
        let mut of_pairs: Vec<_> = answer.rows.iter().zip(&answer.normal).filter_map(loaded).collect();
        of_pairs.sort_by_key(|(pair, ..)| *pair);
        let better = |_: usize, &k: &usize| {
            let first = of_pairs.partition_point(|l| l.0 < k);
            let of_pair = of_pairs[first..].iter().take_while(|l| l.0 == k);
            let loads: Few<(RowKey, f64)> = of_pair.clone().map(|(_, key, p, _)| (*key, *p)).collect();
            let before = &self.stage.pairs[k];
            // One row pushes in one direction, which the first problem has looked at; where it meets at the end, there was hardly a push to be looked at.
            let same = loads.len() == 1
                && before.loads.len() == 1
                && before.loads[0].0 == loads[0].0
                && of_pair.clone().all(|(.., lasts)| *lasts);
            if loads.is_empty() || same || before.overlapping {
                return None;
            }
            let (feature, at, size) =
                (self.feature(k, answer), self.stage.placed(k), self.stage.ctx.size_of(before.parts));
            let mut allowed = |f: SeparatingFeature| !left.contains(&(k, f));
            Some((k, better_feature(feature, &loads, at, size, 0.0, self.stage.ctx.rubs, &mut allowed)?))
        };
        threads::filter_map(pairs, WORTH_RELEASING, better)
    }
}

/// Twice the kinetic energy of bodies (J) in a frame that moves with a velocity.
fn norm2(bodies: &[BodyId], roots: &[MassRoot], twists: &[Twist], frame: &Vec3) -> f64 {
    let of_body = |(id, twist): (&BodyId, &Twist)| {
        let twist = Twist { linear: twist.linear - frame, angular: twist.angular };
        roots[id.0].kinetic_norm2(&twist.to_vec6())
    };
    bodies.iter().zip(twists).map(of_body).sum()
}
