//! What the quantities of the plots are called and where they stand on an axis.

use super::*;

#[test]
fn axes_speak_in_units() {
    let label = |metric: Metric, axis, log| metric.label(axis, log, if log { 13.0 } else { axis });
    assert_eq!(label(Metric::Depth, -6.0, true), "1 µm");
    assert_eq!(label(Metric::Depth, LOG_FLOOR, true), "0");
    assert_eq!(label(Metric::Depth, 2.0e-3, false), "2 mm");
    assert_eq!(label(Metric::Overlap, -9.0, true), "1e-9");
    assert_eq!(label(Metric::SolveTime, 2.5e-3, false), "2.5 ms");
    assert_eq!(label(Metric::SolveTime, -3.0, true), "1 ms");
    assert_eq!(label(Metric::Contacts, 12.0, false), "12");
    assert_eq!(label(Metric::Contacts, 0.5, false), "");
    assert_eq!(label(Metric::Contacts, 2.0, true), "100");
    assert_eq!(Metric::Contacts.exact(Metric::Contacts.floor(), true, 5.0), "0");
    assert_eq!(Metric::Residual.exact(LOG_FLOOR, true, 13.0), "below 1.0e-13");
}

#[test]
fn a_short_axis_has_digits_that_tell_its_marks_apart() {
    assert_eq!(Metric::Energy.label(596_123.4, false, 6e5), "596 kJ");
    assert_eq!(Metric::Energy.label(596_123.4, false, 1.0), "596.1234 kJ");
    assert_eq!(Metric::Energy.label(596_123.5, false, 1.0), "596.1235 kJ");
    assert_eq!(Metric::Energy.exact(596_123.4, false, 1.0), "596.123400 kJ");
    // Between two decades, and within a thousandth of one.
    assert_eq!(Metric::Depth.label(2e-6_f64.log10(), true, 1.5), "2 µm");
    assert_eq!(Metric::Residual.label(1.2345e-9_f64.log10(), true, 1e-3), "1.2345e-9");
    assert_eq!(Metric::Overlap.exact(1.2345e-9_f64.log10(), true, 0.1), "1.2345e-9");
}

#[test]
fn every_quantity_is_in_the_menu_once_and_says_what_it_means() {
    let all: Vec<Metric> = MENU.iter().flat_map(|(_, metrics)| metrics.iter().copied()).collect();
    for (i, metric) in all.iter().enumerate() {
        assert!(!all[i + 1..].contains(metric), "{metric:?} twice");
        assert!(metric.meaning().ends_with('.'), "{metric:?}");
    }
    assert_eq!(all.len(), Metric::ALL.len());
    assert!(Metric::ALL.iter().all(|metric| all.contains(metric)));
}

#[test]
fn lengths_of_the_exact_model_and_residuals_of_the_others_do_not_mix() {
    let sample = Sample { primal: 1e-10, complementarity: 2e-9, ..Sample::default() };
    assert_eq!(Metric::Primal.value(&sample), 1e-10);
    assert!(Metric::Violation.value(&sample).is_nan() && Metric::LoadedGap.value(&sample).is_nan());
    let sample = Sample { exact: true, ..sample };
    assert!(Metric::Primal.value(&sample).is_nan() && Metric::Complementarity.value(&sample).is_nan());
    assert_eq!(Metric::LoadedGap.value(&sample), 2e-9);
    assert_eq!(Metric::Violation.text(f64::NAN), "–");
}

#[test]
fn a_log_scale_shows_zero_on_its_floor_and_no_negative_value() {
    assert_eq!(Metric::Energy.place(0.0, true), Metric::Energy.floor());
    assert!(Metric::Energy.place(-2.0, true).is_nan());
    assert_eq!(Metric::Energy.place(-2.0, false), -2.0);
    assert!((Metric::Residual.place(1e-7, true) + 7.0).abs() < 1e-12);
    assert!(Metric::Primal.place(f64::NAN, true).is_nan());
}
