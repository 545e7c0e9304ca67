//! The look: two quiet themes with one accent colour, and colours for models and meanings that the colour-blind
//! can tell apart (Okabe and Ito).

use crate::app::command::look::Theme;
use crate::contact::models::ContactModel;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Shadow, Stroke,
    TextStyle, style::NumberFormatter,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The font of text.
pub const REGULAR: &[u8] = include_bytes!("fonts/Roboto-Regular.ttf");
/// The font of headings.
pub const MEDIUM: &[u8] = include_bytes!("fonts/Roboto-Medium.ttf");

/// Height of the strip above each view (points).
pub const HEADER_HEIGHT: f32 = 76.0;
/// Height of the tool bar (points).
pub const TOOLBAR_HEIGHT: f32 = 44.0;
/// Height of a row of numbers (points).
pub const ROW_HEIGHT: f32 = 20.0;

/// All colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Whether this is the dark theme.
    pub dark: bool,
    /// Tool bar and strips.
    pub bar: Color32,
    /// Panels.
    pub panel: Color32,
    /// Cards, table stripes, wells of meters.
    pub well: Color32,
    /// Text fields and plot backgrounds.
    pub field: Color32,
    /// Thin lines between things.
    pub line: Color32,
    /// Buttons at rest.
    pub button: Color32,
    /// Buttons under the pointer.
    pub button_hover: Color32,
    /// Text.
    pub text: Color32,
    /// Headings and values that matter.
    pub strong: Color32,
    /// Labels and units.
    pub weak: Color32,
    /// The one accent: what is on, selected or the next thing to press.
    pub accent: Color32,
    /// Background of what is selected.
    pub selected: Color32,
    /// A gap that is violated; a failure.
    pub violated: Color32,
    /// A gap that is open; all is well.
    pub open: Color32,
    /// A warning.
    pub warn: Color32,
}

impl Palette {
    /// The colours of a theme.
    pub fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self {
                dark: true,
                bar: Color32::from_rgb(0x1b, 0x1d, 0x22),
                panel: Color32::from_rgb(0x16, 0x18, 0x1c),
                well: Color32::from_rgb(0x1f, 0x22, 0x28),
                field: Color32::from_rgb(0x0f, 0x11, 0x14),
                line: Color32::from_rgb(0x2d, 0x31, 0x39),
                button: Color32::from_rgb(0x29, 0x2d, 0x35),
                button_hover: Color32::from_rgb(0x36, 0x3b, 0x46),
                text: Color32::from_rgb(0xc9, 0xce, 0xd6),
                strong: Color32::from_rgb(0xf1, 0xf3, 0xf6),
                weak: Color32::from_rgb(0x8b, 0x93, 0x9f),
                accent: Color32::from_rgb(0x7a, 0x96, 0xff),
                selected: Color32::from_rgb(0x2c, 0x38, 0x66),
                violated: Color32::from_rgb(0xee, 0x6a, 0x1f),
                open: Color32::from_rgb(0x1f, 0xb4, 0x8a),
                warn: Color32::from_rgb(0xf0, 0xd4, 0x42),
            },
            Theme::Light => Self {
                dark: false,
                bar: Color32::from_rgb(0xf4, 0xf5, 0xf7),
                panel: Color32::from_rgb(0xfa, 0xfb, 0xfc),
                well: Color32::from_rgb(0xee, 0xf0, 0xf3),
                field: Color32::from_rgb(0xff, 0xff, 0xff),
                line: Color32::from_rgb(0xd8, 0xdc, 0xe2),
                button: Color32::from_rgb(0xe6, 0xe9, 0xee),
                button_hover: Color32::from_rgb(0xd9, 0xde, 0xe6),
                text: Color32::from_rgb(0x34, 0x3a, 0x44),
                strong: Color32::from_rgb(0x12, 0x16, 0x1c),
                weak: Color32::from_rgb(0x6a, 0x73, 0x80),
                accent: Color32::from_rgb(0x3b, 0x55, 0xd1),
                selected: Color32::from_rgb(0xd5, 0xdd, 0xfb),
                violated: Color32::from_rgb(0xc4, 0x4e, 0x00),
                open: Color32::from_rgb(0x00, 0x80, 0x5d),
                warn: Color32::from_rgb(0x9a, 0x74, 0x00),
            },
        }
    }

    /// The palette that belongs to the style of `ui`.
    pub fn from_ui(ui: &egui::Ui) -> Self {
        Self::of(if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light })
    }

    /// The colour of a contact model, in headers, tables and plots.
    pub fn model(&self, model: ContactModel) -> Color32 {
        let [r, g, b] = crate::experiment::colours::of_model(model, self.dark);
        Color32::from_rgb(r, g, b)
    }

    /// What a penetration depth (m) means: up to 100 nm is exact for every purpose, up to 100 µm unseen, more is
    /// wrong.
    pub fn depth(&self, depth: f64) -> Color32 {
        // Written so that NaN ends as violated.
        if depth <= 1e-7 {
            self.open
        } else if depth <= 1e-4 {
            self.warn
        } else {
            self.violated
        }
    }
}

/// Family of medium weight, for headings.
pub fn medium() -> FontFamily {
    FontFamily::Name("medium".into())
}

/// Family of the icons and arrows that the text font lacks, and of text to copy.
pub fn mono(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

/// A heading's font.
pub fn heading(size: f32) -> FontId {
    FontId::new(size, medium())
}

/// Installs fonts once and the style of both themes.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let regular = FontData::from_static(REGULAR);
    let medium_weight = FontData::from_static(MEDIUM);
    fonts.font_data.insert("roboto".to_owned(), Arc::new(regular));
    fonts.font_data.insert("roboto-medium".to_owned(), Arc::new(medium_weight));
    let mut fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    // Arrows and mathematical signs that Roboto lacks are in the monospaced font.
    fallback.insert(0, "Hack".to_owned());
    let with = |first: &str| {
        let mut family = vec![first.to_owned()];
        family.extend(fallback.iter().cloned());
        family
    };
    fonts.families.insert(FontFamily::Proportional, with("roboto"));
    fonts.families.insert(medium(), with("roboto-medium"));
    ctx.set_fonts(fonts);
    ctx.set_style_of(egui::Theme::Dark, style(&Palette::of(Theme::Dark)));
    ctx.set_style_of(egui::Theme::Light, style(&Palette::of(Theme::Light)));
    ctx.options_mut(|options| {
        options.zoom_with_keyboard = false;
    });
}

/// Makes a theme the current one.
pub fn apply(ctx: &egui::Context, theme: Theme) {
    ctx.set_theme(match theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    });
}

/// A number in a field: one that is rounded to nothing has no sign.
fn in_field(value: f64, decimals: RangeInclusive<usize>) -> String {
    let text = egui::emath::format_with_decimals_in_range(value, decimals);
    let nothing = value.is_finite() && !text.contains(|c| matches!(c, '1'..='9'));
    text.strip_prefix('-').filter(|_| nothing).map_or(text.clone(), str::to_owned)
}

fn style(p: &Palette) -> egui::Style {
    let mut style = egui::Style { visuals: visuals(p), ..egui::Style::default() };
    let prop = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, prop(11.0)),
        (TextStyle::Body, prop(13.0)),
        (TextStyle::Button, prop(13.0)),
        (TextStyle::Heading, heading(16.0)),
        (TextStyle::Monospace, mono(12.0)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;
    style.number_formatter = NumberFormatter::new(in_field);
    let s = &mut style.spacing;
    s.item_spacing = egui::vec2(6.0, 5.0);
    s.button_padding = egui::vec2(8.0, 4.0);
    s.interact_size = egui::vec2(28.0, 24.0);
    s.window_margin = Margin::same(14);
    s.menu_margin = Margin::same(6);
    s.combo_width = 90.0;
    s.slider_width = 110.0;
    s.slider_rail_height = 4.0;
    s.icon_width = 15.0;
    s.icon_width_inner = 9.0;
    s.icon_spacing = 7.0;
    // What is longer than its panel or menu says so, also where the pointer is elsewhere.
    s.scroll.floating_width = 3.0;
    s.scroll.dormant_handle_opacity = 0.5;
    s.tooltip_width = 380.0;
    s.indent = 14.0;
    // Menus as long as that of the solvers, where the window has room for them.
    s.default_area_size = egui::vec2(600.0, 700.0);
    s.scroll.floating = true;
    s.scroll.bar_width = 7.0;
    s.scroll.floating_width = 3.0;
    // A bar beside what scrolls, not over its last column.
    s.scroll.floating_allocated_width = 8.0;
    s.scroll.fade.strength = 0.0;
    style.interaction.tooltip_delay = 0.25;
    style.interaction.selectable_labels = false;
    style.animation_time = 0.1;
    style
}

fn visuals(p: &Palette) -> egui::Visuals {
    let mut v = if p.dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    let radius = CornerRadius::same(5);
    v.panel_fill = p.panel;
    v.window_fill = p.bar;
    v.window_stroke = Stroke::new(1.0, p.line);
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(7);
    let shade = Color32::from_black_alpha(if p.dark { 110 } else { 36 });
    v.window_shadow = Shadow { offset: [0, 8], blur: 24, spread: 0, color: shade };
    v.popup_shadow = Shadow { offset: [0, 5], blur: 14, spread: 0, color: shade };
    v.faint_bg_color = p.well;
    v.extreme_bg_color = p.field;
    v.text_edit_bg_color = Some(p.field);
    v.code_bg_color = p.well;
    v.hyperlink_color = p.accent;
    v.warn_fg_color = p.warn;
    v.error_fg_color = p.violated;
    v.weak_text_color = Some(p.weak);
    v.selection.bg_fill = p.selected;
    v.selection.stroke = Stroke::new(1.0, p.strong);
    v.slider_trailing_fill = true;
    v.handle_shape = egui::style::HandleShape::Circle;
    v.indent_has_left_vline = false;
    v.resize_corner_size = 10.0;
    let look = |fill, text, line| egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: line,
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let none = Stroke::NONE;
    v.widgets.noninteractive = look(p.panel, p.text, Stroke::new(1.0, p.line));
    v.widgets.inactive = look(p.button, p.text, none);
    v.widgets.hovered = look(p.button_hover, p.strong, none);
    v.widgets.active = look(p.selected, p.strong, Stroke::new(1.0, p.accent));
    v.widgets.open = look(p.button_hover, p.strong, none);
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign_in_a_field() {
        assert_eq!(in_field(-1e-17, 1..=4), "0.0");
        assert_eq!(in_field(-0.0, 0..=2), "0");
        assert_eq!(in_field(-0.04, 0..=2), "-0.04");
        assert_eq!(in_field(-30.0, 0..=2), "-30");
        assert_eq!(in_field(f64::NEG_INFINITY, 0..=2), "-inf");
    }

    fn luminance(c: Color32) -> f32 {
        let linear = egui::Rgba::from(c);
        0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b()
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (x, y) = (luminance(a).max(luminance(b)), luminance(a).min(luminance(b)));
        (x + 0.05) / (y + 0.05)
    }

    #[test]
    fn text_and_meanings_can_be_read_on_panels_in_both_themes() {
        for theme in [Theme::Dark, Theme::Light] {
            let p = Palette::of(theme);
            for back in [p.bar, p.panel, p.well] {
                assert!(contrast(p.text, back) > 7.0, "text on {back:?}");
                assert!(contrast(p.weak, back) > 4.0, "weak text on {back:?}: {}", contrast(p.weak, back));
                let meanings = [p.violated, p.open, p.warn, p.accent];
                let models = ContactModel::ALL.map(|m| p.model(m));
                for colour in meanings.into_iter().chain(models) {
                    let ratio = contrast(colour, back);
                    assert!(ratio > 3.0, "{colour:?} on {back:?} in {theme:?}: {ratio}");
                }
            }
        }
    }

    /// sRGB as people with the full deficiency see it (Machado, Oliveira and Fernandes 2009), in CIE L*a*b*.
    fn seen(c: Color32, deficiency: &[[f32; 3]; 3]) -> [f32; 3] {
        let linear = egui::Rgba::from(c);
        let [r, g, b] = deficiency
            .map(|row| (row[0] * linear.r() + row[1] * linear.g() + row[2] * linear.b()).clamp(0.0, 1.0));
        let f = |t: f32| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn models_can_be_told_apart_by_the_colour_blind() {
        let kinds = [
            ("nobody", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
            ("protanopia", [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.052]]),
            ("deuteranopia", [[0.3673, 0.8606, -0.228], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]]),
            ("tritanopia", [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]]),
        ];
        for theme in [Theme::Dark, Theme::Light] {
            let p = Palette::of(theme);
            for (name, deficiency) in &kinds {
                for (i, a) in ContactModel::ALL.into_iter().enumerate() {
                    for b in &ContactModel::ALL[..i] {
                        let (u, v) = (seen(p.model(a), deficiency), seen(p.model(*b), deficiency));
                        let distance = u.iter().zip(v).map(|(x, y)| (x - y).powi(2)).sum::<f32>().sqrt();
                        // Two colours side by side differ for the eye from a distance of about 2 on.
                        assert!(distance > 13.0, "{a:?} and {b:?} in {theme:?}, {name}: {distance}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_depth_that_is_no_number_is_shown_as_violated() {
        let p = Palette::of(Theme::Dark);
        assert_eq!(p.depth(f64::NAN), p.violated);
        assert_eq!(p.depth(0.0), p.open);
        assert_eq!(p.depth(4.2e-10), p.open);
        assert_eq!(p.depth(1e-2), p.violated);
    }
}
