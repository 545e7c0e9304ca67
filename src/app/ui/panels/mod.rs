//! One file per panel. Each is a function of [`crate::app::ui::Inputs`] that pushes commands.

pub mod command_palette;
pub mod contact_list;
pub mod convergence;
pub mod curve;
pub mod explainer;
pub mod file_dialog;
pub mod frame;
pub mod help;
pub mod inspector;
pub mod joint_list;
pub mod message_log;
pub mod messages;
pub mod meter_text;
pub mod metric;
pub mod model_text;
pub mod pane_header;
pub mod plots;
pub mod quantities;
pub mod resolve;
pub mod rich_text;
pub mod scene_browser;
pub mod settings;
pub mod solver;
pub mod statistics;
pub mod timeline;
pub mod toolbar;
