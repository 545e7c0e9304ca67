//! Icons drawn with lines and fills: sharp at every size, and no font needed.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// A small picture for a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A triangle: run.
    Play,
    /// Two bars: pause.
    Pause,
    /// Bar and triangle: one step forward.
    Step,
    /// The same to the left.
    StepBack,
    /// To the start.
    Reset,
    /// A jaw with a mark: the next sprung trap.
    Trap,
    /// Two triangles: as fast as possible.
    Fast,
    /// A sheet with an arrow: open.
    Open,
    /// A circle of an arrow: reload.
    Reload,
    /// A question mark is text; this is its circle.
    Help,
    /// A moon.
    Moon,
    /// A sun.
    Sun,
    /// A frame with its left part filled.
    PanelLeft,
    /// A frame with its right part filled.
    PanelRight,
    /// A frame with its lower part filled.
    PanelBottom,
    /// Layers.
    Layers,
    /// An eye of a camera.
    View,
    /// A cross.
    Close,
    /// A tray with an arrow.
    Export,
    /// Chain links.
    Link,
    /// An arrow back to the left.
    Undo,
    /// An arrow on to the right.
    Redo,
    /// Two sheets.
    Copy,
}

/// Draws an icon into a square about `centre` with half side `r`.
pub fn paint(painter: &Painter, icon: Icon, centre: Pos2, r: f32, color: Color32) {
    let at = |x: f32, y: f32| centre + vec2(x, y) * r;
    let line = Stroke::new((r * 0.2).max(1.2), color);
    let triangle = |points: [Pos2; 3]| {
        painter.add(Shape::convex_polygon(points.to_vec(), color, Stroke::NONE));
    };
    let block = |x: f32, w: f32, h: f32| {
        painter.rect_filled(Rect::from_center_size(at(x, 0.0), vec2(w, h) * r), r * 0.1, color);
    };
    match icon {
        Icon::Play => triangle([at(-0.55, -0.85), at(0.85, 0.0), at(-0.55, 0.85)]),
        Icon::Pause => {
            block(-0.42, 0.46, 1.6);
            block(0.42, 0.46, 1.6);
        }
        Icon::Step => {
            triangle([at(-0.65, -0.75), at(0.45, 0.0), at(-0.65, 0.75)]);
            block(0.68, 0.28, 1.5);
        }
        Icon::StepBack => {
            triangle([at(0.65, -0.75), at(-0.45, 0.0), at(0.65, 0.75)]);
            block(-0.68, 0.28, 1.5);
        }
        Icon::Reset => {
            block(-0.78, 0.26, 1.5);
            triangle([at(0.12, -0.72), at(-0.6, 0.0), at(0.12, 0.72)]);
            triangle([at(0.88, -0.72), at(0.16, 0.0), at(0.88, 0.72)]);
        }
        Icon::Fast => {
            triangle([at(-0.85, -0.7), at(0.0, 0.0), at(-0.85, 0.7)]);
            triangle([at(0.0, -0.7), at(0.85, 0.0), at(0.0, 0.7)]);
        }
        Icon::Trap => {
            painter.line(vec![at(-0.9, 0.75), at(0.0, -0.7), at(0.9, 0.75)], line);
            painter.line_segment([at(-0.9, 0.75), at(0.9, 0.75)], line);
            painter.circle_filled(at(0.0, 0.25), r * 0.24, color);
        }
        Icon::Open => {
            painter.line(
                vec![
                    at(-0.85, 0.7),
                    at(-0.85, -0.6),
                    at(-0.25, -0.6),
                    at(0.0, -0.3),
                    at(0.8, -0.3),
                    at(0.8, 0.0),
                ],
                line,
            );
            painter.line(
                vec![at(-0.85, 0.7), at(-0.45, 0.0), at(1.0, 0.0), at(0.65, 0.7), at(-0.85, 0.7)],
                line,
            );
        }
        Icon::Reload => arc_arrow(painter, centre, r, line, color),
        Icon::Help => {
            painter.circle_stroke(centre, r * 0.9, line);
            let hook = (0..=8).map(|i| {
                let angle = -std::f32::consts::PI + i as f32 / 8.0 * 1.25 * std::f32::consts::PI;
                at(0.0, -0.22) + Vec2::angled(angle) * r * 0.3
            });
            let mut points: Vec<Pos2> = hook.collect();
            points.push(at(0.0, 0.24));
            painter.line(points, line);
            painter.circle_filled(at(0.0, 0.52), line.width * 0.62, color);
        }
        Icon::Moon => {
            let outer = (0..=20).map(|i| Vec2::angled(0.55 + i as f32 / 20.0 * 4.7));
            let mut points: Vec<Pos2> = outer.map(|v| centre + v * r * 0.85).collect();
            let (first, last) = (points[0], points[points.len() - 1]);
            let middle = at(0.02, -0.12);
            points.push(last + (middle - last) * 0.72);
            points.push(first + (middle - first) * 0.72);
            points.push(first);
            painter.line(points, line);
        }
        Icon::Sun => {
            painter.circle_stroke(centre, r * 0.42, line);
            for i in 0..8 {
                let ray = Vec2::angled(i as f32 * std::f32::consts::FRAC_PI_4);
                painter.line_segment([centre + ray * r * 0.68, centre + ray * r], line);
            }
        }
        Icon::PanelLeft => {
            framed(painter, centre, r, line, Rect::from_min_max(at(-0.9, -0.7), at(-0.3, 0.7)));
        }
        Icon::PanelRight => {
            framed(painter, centre, r, line, Rect::from_min_max(at(0.3, -0.7), at(0.9, 0.7)));
        }
        Icon::PanelBottom => {
            framed(painter, centre, r, line, Rect::from_min_max(at(-0.9, 0.2), at(0.9, 0.7)));
        }
        Icon::Layers => {
            painter.line(
                vec![at(0.0, -0.85), at(0.95, -0.3), at(0.0, 0.25), at(-0.95, -0.3), at(0.0, -0.85)],
                line,
            );
            painter.line(vec![at(-0.95, 0.2), at(0.0, 0.75), at(0.95, 0.2)], line);
        }
        Icon::View => {
            let lid = |sign: f32| {
                let points = (0..=10).map(|i| {
                    let x = -1.0 + 0.2 * i as f32;
                    at(x, sign * 0.6 * (1.0 - x * x))
                });
                painter.line(points.collect(), line);
            };
            lid(1.0);
            lid(-1.0);
            painter.circle_filled(centre, r * 0.28, color);
        }
        Icon::Close => {
            painter.line_segment([at(-0.6, -0.6), at(0.6, 0.6)], line);
            painter.line_segment([at(0.6, -0.6), at(-0.6, 0.6)], line);
        }
        Icon::Export => {
            painter.line(vec![at(-0.8, 0.3), at(-0.8, 0.8), at(0.8, 0.8), at(0.8, 0.3)], line);
            painter.line_segment([at(0.0, -0.85), at(0.0, 0.35)], line);
            painter.line(vec![at(-0.4, -0.05), at(0.0, 0.35), at(0.4, -0.05)], line);
        }
        Icon::Copy => {
            painter.rect_stroke(
                Rect::from_min_max(at(-0.35, -0.35), at(0.75, 0.85)),
                r * 0.15,
                line,
                StrokeKind::Middle,
            );
            painter.line(vec![at(-0.75, 0.35), at(-0.75, -0.8), at(0.35, -0.8)], line);
        }
        Icon::Undo => hook_arrow(painter, centre, r, line, color, 1.0),
        Icon::Redo => hook_arrow(painter, centre, r, line, color, -1.0),
        Icon::Link => {
            let rect = |x| Rect::from_center_size(at(x, 0.0), vec2(1.05, 0.8) * r);
            painter.rect_stroke(rect(-0.42), r * 0.4, line, StrokeKind::Middle);
            painter.rect_stroke(rect(0.42), r * 0.4, line, StrokeKind::Middle);
        }
    }
}

fn framed(painter: &Painter, centre: Pos2, r: f32, line: Stroke, filled: Rect) {
    let frame = Rect::from_center_size(centre, vec2(1.8, 1.4) * r);
    painter.rect_stroke(frame, 2.0, line, StrokeKind::Middle);
    painter.rect_filled(filled, 1.0, line.color);
}

/// A line that goes over and back, with its head at the left (`side` 1) or right (−1).
fn hook_arrow(painter: &Painter, centre: Pos2, r: f32, line: Stroke, color: Color32, side: f32) {
    let at = |x: f32, y: f32| centre + vec2(side * x, y) * r;
    let bow = (0..=12).map(|i| {
        let angle = -std::f32::consts::FRAC_PI_2 + i as f32 / 12.0 * std::f32::consts::PI;
        at(0.3 + 0.55 * angle.cos(), 0.15 + 0.55 * angle.sin())
    });
    let mut points = vec![at(-0.55, -0.4)];
    points.extend(bow);
    points.push(at(-0.35, 0.7));
    painter.line(points, line);
    let head = vec![at(-1.0, -0.4), at(-0.4, -0.85), at(-0.4, 0.05)];
    painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
}

fn arc_arrow(painter: &Painter, centre: Pos2, r: f32, line: Stroke, color: Color32) {
    let point = |angle: f32| pos2(centre.x + angle.cos() * r * 0.75, centre.y + angle.sin() * r * 0.75);
    let points = (0..=18).map(|i| point(-0.4 + i as f32 / 18.0 * 5.2)).collect();
    painter.line(points, line);
    let tip = point(-0.4);
    let head = vec![tip + vec2(0.42, -0.5) * r, tip + vec2(0.3, 0.42) * r, tip + vec2(-0.55, 0.0) * r];
    painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
}
