//! Panels, dialogs and theme: functions of the resources that write commands.
//!
//! [`layout::show`] is the whole user interface as one function of [`Inputs`] and [`UiState`]; it needs no window.
//! The systems here hand it the resources and carry out what comes back.

pub mod find;
pub mod focus;
pub mod icons;
pub mod labels;
pub mod layout;
pub mod panels;
pub mod pointing;
pub mod scene_list;
pub mod sparkline;
pub mod theme;
pub mod thumbnails;
pub mod widgets;

#[cfg(test)]
mod choice_tests;
#[cfg(test)]
mod label_tests;
#[cfg(test)]
mod layout_tests;
#[cfg(test)]
mod tests;

use crate::app::bench::workbench::Workbench;
use crate::app::build::cutting::Cutting;
use crate::app::command::build::SpawnRequest;
use crate::app::command::look::Theme;
use crate::app::command::purpose::Purpose;
use crate::app::command::select::Snapping;
use crate::app::command::{AppCommand, PanelCommand};
use crate::app::draw::meter;
use crate::app::explain::resolve::Resolve;
use crate::app::files::kinds::file_name_of;
use crate::app::files::loading::Loading;
use crate::app::files::output::OutputState;
use crate::app::files::reload::{FileQuestion, Watch};
use crate::app::files::scenes;
use crate::app::look::view::{Selection, ViewSettings, Viewports};
use crate::app::messages::Messages;
use crate::app::past::recheck::Recheck;
use crate::app::past::recovery::Recovery;
use crate::app::past::recovery::folder::Left;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::Driver;
use crate::app::session::Session;
use crate::contact::ContactId;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, egui};
use panels::command_palette::CommandPalette;
use panels::file_dialog::{FileDialog, Titles};
use panels::help::HelpPage;
use panels::lesson::LessonView;
use panels::lesson_editor::EditorView;
use panels::plots::PlotState;
use panels::resolve::ResolveView;
use scene_list::SceneList;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thumbnails::Thumbnails;

/// All panels.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        app.init_resource::<UiState>()
            .init_resource::<SceneList>()
            .init_resource::<Session>()
            .init_resource::<Viewports>()
            .init_resource::<Resolve>()
            .init_resource::<Cutting>()
            .init_resource::<Snapping>()
            .init_resource::<Loading>()
            .init_resource::<meter::FrameMeter>()
            .add_message::<AppCommand>()
            .add_plugins(labels::LabelsPlugin);
        meter::measure_panels(app, (draw, panels::frame::draw).chain());
    }
}

/// What the panels read.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Scene, panes, clock.
    pub bench: &'a Workbench,
    /// Overlays, quality, theme.
    pub view: &'a ViewSettings,
    /// What is selected and hovered.
    pub selection: &'a Selection,
    /// What is to be said.
    pub messages: &'a Messages,
    /// The scene folder.
    pub scenes: &'a SceneList,
    /// Preferences, recent files.
    pub session: &'a Session,
    /// The step that is solved with every solver.
    pub resolve: &'a Resolve,
    /// What can be undone and done again.
    pub undo: &'a UndoStack,
    /// What was chosen about output, and how far a film is.
    pub output: &'a OutputState,
    /// What has to be decided about the scene's file.
    pub file_question: Option<&'a FileQuestion>,
    /// What other windows left, newest first.
    pub left: &'a [Left],
    /// Name of the session that is being read.
    pub taking: Option<&'a str>,
    /// The panes whose steps take long, and since when.
    pub long_steps: Option<&'a (Vec<usize>, Duration)>,
    /// Recorded steps taken again so far and in all, while they are checked.
    pub recheck: Option<(usize, usize)>,
    /// Meshes that are cut, and the one that is to be a body.
    pub cutting: &'a Cutting,
    /// What bodies that are moved by hand snap to.
    pub snapping: Snapping,
    /// The file that is being read, and since when.
    pub loading: Option<(&'a Path, Duration)>,
}

/// Sizes of the panels as the user left them (points); `None`: the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PanelSizes {
    /// Width of the scene browser.
    pub left: Option<f32>,
    /// Width of the numbers.
    pub right: Option<f32>,
    /// Height of timeline and plots.
    pub bottom: Option<f32>,
}

/// The panels at the right, of which one is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The numbers of all panes.
    #[default]
    Compare,
    /// The solver of the focused pane.
    Solver,
}

/// What the window with the work of other windows remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecoveryView {
    /// Whether it is open.
    pub open: bool,
    /// The session whose deletion was asked for once.
    pub deleting: Option<String>,
}

/// What the panels remember: what is open, and what is typed into them. Nothing about the physics.
#[derive(Resource, Debug)]
pub struct UiState {
    /// Whether the scene browser is shown.
    pub left: bool,
    /// Whether numbers and inspector are shown.
    pub right: bool,
    /// Whether timeline and plots are shown.
    pub bottom: bool,
    /// Sizes of the panels.
    pub sizes: PanelSizes,
    /// What is shown at the right above the inspector.
    pub side: Side,
    /// The contact whose name the pointer is on in this frame.
    pub pointed: Option<(usize, ContactId)>,
    /// Whether the panels were adapted to the window's size at the start.
    pub arranged: bool,
    /// The window's size (points) that they were last adapted to.
    pub arranged_for: Option<egui::Vec2>,
    /// Panels at the left, right and below that were closed because the window had no room for them.
    pub yielded: (bool, bool, bool),
    /// Whether the help window is open.
    pub help: bool,
    /// Whether the settings window is open.
    pub settings: bool,
    /// Whether the window about the scene itself is open.
    pub scene: bool,
    /// The scene (by [`Workbench::loaded`]) whose remarks were shown.
    pub noted: Option<u64>,
    /// Whether the list of past messages is open.
    pub log: bool,
    /// The window with what other windows left.
    pub recovery: RecoveryView,
    /// Whether it is shown what a frame costs.
    pub frame_times: bool,
    /// The command palette, while it is open.
    pub palette: Option<CommandPalette>,
    /// The page of the help window.
    pub help_page: HelpPage,
    /// What is searched for in the shortcuts.
    pub help_filter: String,
    /// Whether the views have the whole window, without panels and headings.
    pub bare: bool,
    /// Whether the hint for the first minute is still to be shown.
    pub hint: bool,
    /// Whether the scene browser shows all recent files.
    pub all_recent: bool,
    /// Filter of the scene browser.
    pub filter: String,
    /// The open dialog, while it is open.
    pub dialog: Option<FileDialog>,
    /// Where a file was last chosen for each purpose.
    pub folders: BTreeMap<Purpose, PathBuf>,
    /// What the plots show.
    pub plots: PlotState,
    /// The window that compares the solvers.
    pub resolve: ResolveView,
    /// What the menu for building adds.
    pub spawn: SpawnRequest,
    /// Pictures of the scenes.
    pub thumbnails: Thumbnails,
    /// What the card of a lesson remembers.
    pub lesson: LessonView,
    /// What the editor of lessons remembers.
    pub editor: EditorView,
    /// Whether the lessons are listed above the scenes.
    pub lessons: bool,
    /// Whether there are views and a caption in place of the panels.
    pub presenting: bool,
}

impl Default for UiState {
    fn default() -> Self {
        Self {
            left: true,
            right: true,
            bottom: true,
            sizes: PanelSizes::default(),
            side: Side::default(),
            pointed: None,
            arranged: false,
            arranged_for: None,
            yielded: (false, false, false),
            help: false,
            settings: false,
            scene: false,
            noted: None,
            log: false,
            recovery: RecoveryView::default(),
            frame_times: false,
            palette: None,
            help_page: HelpPage::default(),
            help_filter: String::new(),
            bare: false,
            hint: true,
            all_recent: false,
            filter: String::new(),
            dialog: None,
            folders: BTreeMap::new(),
            plots: PlotState::default(),
            resolve: ResolveView::default(),
            spawn: SpawnRequest::default(),
            thumbnails: Thumbnails::default(),
            lesson: LessonView::default(),
            editor: EditorView::default(),
            lessons: true,
            presenting: false,
        }
    }
}

impl UiState {
    /// Carries out a command. Messages and frame times are not kept here, see [`carry_out`].
    pub fn obey(&mut self, command: PanelCommand, folder: Option<PathBuf>) {
        match command {
            PanelCommand::ToggleHelp => self.help = !self.help,
            PanelCommand::TogglePanels => {
                let shown = !(self.left || self.right || self.bottom);
                (self.left, self.right, self.bottom) = (shown, shown, shown);
            }
            PanelCommand::TogglePresenter => self.presenting = !self.presenting,
            PanelCommand::ShowSolvers => self.resolve.open = true,
            PanelCommand::ToggleSolverPanel => {
                let shown = self.right && self.side == Side::Solver;
                self.side = if shown { Side::Compare } else { Side::Solver };
                self.right = true;
            }
            PanelCommand::OpenSceneDialog => self.ask(Purpose::Open, folder, ""),
            PanelCommand::AskForFile(purpose) => self.ask(purpose, folder, ""),
            PanelCommand::ToggleSettings => self.settings = !self.settings,
            PanelCommand::ToggleSceneSettings => self.scene = !self.scene,
            PanelCommand::ToggleMessageLog => self.log = !self.log,
            PanelCommand::ToggleRecovery => self.recovery.open = !self.recovery.open,
            PanelCommand::ToggleCommandPalette => {
                self.palette = if self.palette.is_some() { None } else { Some(CommandPalette::default()) };
            }
            PanelCommand::ToggleFrameMeter
            | PanelCommand::DismissMessage(_)
            | PanelCommand::DismissAllMessages => {}
        }
    }

    /// Closes what Escape closes.
    pub fn close(&mut self) {
        (self.help, self.settings, self.scene, self.log) = (false, false, false, false);
        self.presenting = false;
        self.recovery.open = false;
        self.palette = None;
        self.resolve.open = false;
        // A question within the dialog is taken back first.
        if !self.dialog.as_mut().is_some_and(FileDialog::step_back) {
            self.dialog = None;
        }
    }

    /// Opens the file dialog where a file was last chosen for the same purpose, else in `folder`. `name` is proposed for
    /// a file to be written.
    pub fn ask(&mut self, purpose: Purpose, folder: Option<PathBuf>, name: &str) {
        let folder = self.folders.get(&purpose).cloned().or(folder);
        let dialog = FileDialog::at(purpose, folder);
        self.dialog = Some(if name.is_empty() { dialog } else { dialog.with_name(name) });
    }
}

/// Carries out a command about the panels, wherever it came from.
pub fn carry_out(
    In(command): In<PanelCommand>,
    bench: Res<Workbench>,
    (session, output): (Res<Session>, Res<OutputState>),
    mut state: ResMut<UiState>,
    mut messages: ResMut<Messages>,
) {
    let here = || bench.file.as_ref()?.parent().map(Path::to_path_buf);
    match command {
        PanelCommand::DismissMessage(id) => messages.dismiss(id),
        PanelCommand::DismissAllMessages => messages.dismiss_all(),
        PanelCommand::ToggleFrameMeter => state.frame_times = !state.frame_times,
        PanelCommand::AskForFile(purpose) if purpose.is_saving() => {
            let name = match session.draft.as_ref().filter(|_| purpose == Purpose::SaveLesson) {
                Some(draft) => file_name_of(&draft.lesson().title),
                None if purpose == Purpose::Film => output.film_named(&name_for(&bench)),
                None => name_for(&bench),
            };
            // A film goes where the menu says that films go, unless another folder was chosen for one.
            let folder = output.folder.clone().filter(|_| purpose == Purpose::Film);
            let folder = folder.or_else(|| scenes::folder_to_save_in(bench.file.as_deref()));
            state.ask(purpose, folder, &name);
            if purpose == Purpose::SaveScene {
                state.dialog = state.dialog.take().map(|dialog| dialog.with_titles(Titles::of(&bench)));
            }
        }
        PanelCommand::AskForFile(_)
        | PanelCommand::OpenSceneDialog
        | PanelCommand::ToggleHelp
        | PanelCommand::TogglePanels
        | PanelCommand::TogglePresenter
        | PanelCommand::ToggleCommandPalette
        | PanelCommand::ToggleSettings
        | PanelCommand::ToggleSceneSettings
        | PanelCommand::ToggleMessageLog
        | PanelCommand::ToggleRecovery
        | PanelCommand::ToggleSolverPanel
        | PanelCommand::ShowSolvers => state.obey(command, here().or_else(scenes::folder)),
    }
}

/// Closes what Escape closes.
pub fn close(mut state: ResMut<UiState>) {
    state.close();
}

/// Who has let the clock run needs no hint how.
pub fn forget_hint(mut state: ResMut<UiState>) {
    state.hint = false;
}

/// The name proposed for a file about the scene, without an ending: that of its file, else its own.
fn name_for(bench: &Workbench) -> String {
    let stem = bench.file.as_deref().and_then(Path::file_stem);
    stem.map_or_else(|| file_name_of(&bench.scene.name), |s| s.to_string_lossy().into_owned())
}

#[allow(clippy::needless_pass_by_value, reason = "a system's parameters")]
fn draw(
    mut contexts: EguiContexts,
    bench: Option<Res<Workbench>>,
    view: Res<ViewSettings>,
    selection: Res<Selection>,
    messages: Res<Messages>,
    mut scene_list: ResMut<SceneList>,
    session: Res<Session>,
    resolve: Res<Resolve>,
    (undo, recheck, output, watch): (Res<UndoStack>, Res<Recheck>, Res<OutputState>, Res<Watch>),
    (recovery, driver, cutting, loading): (Res<Recovery>, Res<Driver>, Res<Cutting>, Res<Loading>),
    snapping: Res<Snapping>,
    mut state: ResMut<UiState>,
    mut viewports: ResMut<Viewports>,
    mut writer: MessageWriter<AppCommand>,
    mut shown: Local<Option<Theme>>,
) -> Result {
    let Some(bench) = bench else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    if shown.is_none() {
        theme::install(&ctx);
        theme::apply(&ctx, view.theme);
        *shown = Some(view.theme);
        // The fonts are there from the next frame on.
        ctx.request_repaint();
        return Ok(());
    }
    if *shown != Some(view.theme) {
        theme::apply(&ctx, view.theme);
        *shown = Some(view.theme);
    }
    let scale = view.ui_scale * if state.presenting { panels::presenter::LARGER } else { 1.0 };
    let scale = scale.clamp(0.5, 3.0);
    if (ctx.zoom_factor() - scale).abs() > 1e-3 {
        ctx.set_zoom_factor(scale);
    }
    if state.bare {
        if viewports.central.is_some() {
            *viewports = Viewports { panes: std::mem::take(&mut viewports.panes), ..Viewports::default() };
        }
        return Ok(());
    }
    focus::follow(&ctx);
    scene_list.refresh();

    let mut root = egui::Ui::new(
        ctx.clone(),
        "root".into(),
        egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect()),
    );
    let mut commands = Vec::new();
    let (taking, long_steps) = (recovery.taking(), driver.long_steps());
    let inputs = Inputs {
        bench: &bench,
        view: &view,
        selection: &selection,
        messages: &messages,
        scenes: &scene_list,
        session: &session,
        resolve: &resolve,
        undo: &undo,
        output: &output,
        file_question: watch.question.as_ref(),
        recheck: recheck.progress(),
        left: recovery.left(),
        taking: taking.as_deref(),
        long_steps: long_steps.as_ref(),
        cutting: &cutting,
        snapping: *snapping,
        loading: loading.path().zip(loading.since()),
    };
    let places = layout::show(&mut root, &inputs, &mut state, &mut commands);
    writer.write_batch(commands);

    let scale = ctx.pixels_per_point();
    let min = places.central.min * scale;
    let max = places.central.max * scale;
    let central = Rect::new(min.x, min.y, max.x, max.y);
    let on_panel = pointer_on_panel(&ctx, &places);
    let dialog = state.dialog.is_some() || session.leaving.is_some();
    let typing = ctx.text_edit_focused() || dialog || state.palette.is_some();
    // The file dialog hears of Escape by the command; all else that has the keyboard does so by itself.
    let keys_taken = state.palette.is_some()
        || !dialog && (ctx.egui_wants_keyboard_input() || egui::Popup::is_any_open(&ctx));
    // Written only on change, so that others can react to change.
    let new = Viewports {
        central: Some(central),
        headers: std::array::from_fn(|k| layout::header(k + 1, state.presenting) * scale),
        pointer_on_panel: on_panel,
        keyboard_in_panel: typing,
        control_focused: keys_taken,
        panes: std::mem::take(&mut viewports.bypass_change_detection().panes),
    };
    let old = viewports.bypass_change_detection();
    let same = old.central == new.central
        && old.headers == new.headers
        && old.pointer_on_panel == new.pointer_on_panel
        && old.keyboard_in_panel == new.keyboard_in_panel
        && old.control_focused == new.control_focused;
    *old = new;
    if !same {
        viewports.set_changed();
    }
    Ok(())
}

/// Whether the pointer belongs to the panels: it is outside the views, over a window of ours, or dragging one of
/// our handles.
fn pointer_on_panel(ctx: &egui::Context, places: &layout::Places) -> bool {
    if ctx.egui_is_using_pointer() {
        return true;
    }
    let Some(at) = ctx.pointer_latest_pos() else { return false };
    let over_view = places.views.iter().any(|view| view.contains(at));
    let over_window = ctx.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background);
    !over_view || over_window
}
