# Settings, help, and what the program says of itself.

severity-info = info
severity-warning = warning
severity-error = error

format-not-number = not a number
format-moment-ago = a moment ago
format-min-ago = { $count } min ago
format-h-ago = { $count } h ago
format-days-ago = { $count } days ago

settings-language = Language
settings-language-tip = Of menus, panels, tips, lessons and the scenes of the program. What the physics itself reports stays in English.
settings-language-system = System language
settings-language-system-tip = The language of the system, where the window speaks it; else English.
settings-settings = Settings
settings-look = Look
settings-panes = Panes
settings-panels = Panels
settings-files = Files
settings-help = Help
settings-settings-kept-for-next-start = Settings are kept for the next start. `pegsim --reset-settings` starts with the usual ones.
settings-theme = Theme
settings-dark-or-light-panels-background = Dark or light panels and background (D changes between them).
settings-size-text = Size of text
settings-text-panels-relative-their-usual = Text and panels relative to their usual size.
settings-quality = Quality
settings-how-much-picture-costs-physics = How much the picture costs. The physics is the same.
settings-automatic = Automatic
settings-low-where-graphics-run-on = Low where graphics run on the processor, else high; takes effect at the next start.
settings-low = Low
settings-flat-shading-no-shadows-for = Flat shading, no shadows: for weak graphics and software drivers.
settings-high = High
settings-shadows-smooth-edges = Shadows and smooth edges.
settings-back-100 = Back to 100 % ({ $key }).
settings-usual = Usual
settings-side-by-side = Side by side
settings-contact-models-shown-next-each = Contact models shown next to each other.
settings-cameras = Cameras
settings-whether-panes-seen-from-same = Whether the panes are seen from the same place.
settings-one-camera-for-all-panes = One camera for all panes
settings-shown = Shown
settings-panels-around-views-f9-shows = The panels around the views (F9 shows or hides all).
settings-scenes = Scenes
settings-scenes-scene-folder-those-opened = The scenes of the scene folder and those opened lately.
settings-numbers = Numbers
settings-comparison-panes-inspector = The comparison of the panes and the inspector.
settings-timeline-plots = Timeline and plots
settings-recorded-past-quantities-over-time = The recorded past, and quantities over time.
settings-changed-files = Changed files
settings-what-happens-when-scene-file = What happens when the scene's file changes on disk.
settings-when-file-scene-or-mesh = When the file of the scene, or a mesh in it, changes on disk, it is read again at once. Camera, models and overlays stay, and a running clock runs on. A file that is broken leaves the scene as it is.
settings-read-scene-again = Read the scene again
settings-recent-files = Recent files
settings-scenes-opened-lately = Scenes and recordings opened lately.
settings-forget-all =
    { $count ->
        [one] Forget the one
       *[other] Forget all { $count }
    }

timing-take-over-steps = Take over steps
timing-finished-steps-go-into-recording = Finished steps go into the recording and the histories.
timing-keys-mouse = Keys and mouse
timing-what-under-mouse-what-dragged = What is under the mouse, what is dragged, which keys were pressed.
timing-commands = Commands
timing-commands-take-effect-new-scenes = Commands take effect, new scenes and edits with them.
timing-ask-for-steps = Ask for steps
timing-next-steps-handed-threads-beside = The next steps are handed to the threads beside the frames.
timing-show = Show
timing-bodies-cameras-overlays-follow = Bodies, cameras and overlays follow the state.
timing-overlay-lines = – overlay lines
timing-part-that-makes-overlay-lines = The part of it that makes overlay lines. They are made anew only when what they show has changed.
timing-panels = Panels
timing-panels-tables-plots-laid-out = Panels, tables and plots are laid out.
timing-panels-triangles = Panels to triangles
timing-text-lines-panels-become-triangles = Text and lines of the panels become triangles.
timing-whole-main-thread = Whole main thread
timing-all-with-placing-visibility-bodies = All of it, with the placing and the visibility of the bodies. The renderer works beside it.
timing-overlay-not-complete-marks-left = Overlay not complete: up to { $marks } marks left out beyond { $most } lines
timing-frame-times = Frame times
timing-main-thread-mean-longest = Main thread, mean and longest
timing-over-last-frames =
    { $name }
    { $hover }
    Over the last { $FRAMES } frames.
timing-picture = Picture
timing-mesh-entities = Mesh entities
timing-faces-edges-all-bodies-in = Faces and edges of all bodies in all panes.
timing-different-meshes = Different meshes
timing-bodies-equal-shape-share-theirs = Bodies of equal shape share theirs.
timing-overlay-lines-2 = Overlay lines
timing-lines-over-bodies-all-panes = Lines over the bodies of all panes.
timing-marks-left-out = Marks left out
timing-beyond-most-lines-that-pane = Beyond the most lines that a pane may have.
timing-draw-calls = Draw calls
timing-draw-calls-there-no-renderer =
    Draw calls
    There is no renderer.
timing-draw-calls-bodies-transparent =
    Draw calls
    Of the bodies, of transparent things and lines, and of shadow maps, in all panes.
timing-renderer-time-prepare-picture =
    Renderer
    Time to prepare the picture and to write the commands for the graphics card.
timing-renderer = Renderer

help-help = Help
help-what-you-see = What you see
help-models-what-look-for = The models, and what to look for.
help-keys = Keys
help-all-shortcuts-search = All shortcuts, to search.
help-mouse = Mouse
help-what-mouse-does-in-views = What the mouse does in the views and in the panels.
help-about = About
help-version-sources-licences = Version, sources and licences.
help-take-tour = Take the tour
help-search = Search
help-words-command-or-what-does = Words of a command or of what it does, or a key such as Ctrl+P.
help-experiment = The experiment
help-every-pane-runs-same-scene = Every pane runs the same scene, with the same clock and the same mouse, under another contact model. A contact model decides which conditions keep bodies apart during one time step. Where the panes move differently, the model is the reason: what it forbids, or the order of its step, which goes away with smaller steps.
help-models = The models
help-what-look-for = What to look for
help-traps = Traps
help-at-corner-body-may-leave = At a corner, a body may leave on one side or on the other. The standard model forbids both at once and gets stuck on nothing: that is a trap. A trap is sprung when the motion that was found violates a contact that the standard model would have enforced.
help-truth-meter = Truth meter
help-bar-above-each-view-says = The bar above each view says how deep the real bodies reach into each other, on a logarithmic scale from 1 pm to 10 cm: green up to 100 nm, yellow up to 100 µm, then vermillion. It is measured by code that shares nothing with the contact models. The tick is the worst of the run.
help-contacts = Contacts
help-points-green-where-gap-open = Points are green where the gap is open and vermillion where it is violated. Their shape says which condition they belong to: square U, circle I, cross X, and for Exact a tile in the plane that separates the two bodies (key U). Hover over any number to read what it means and its equation in the thesis.
help-what-holds-them-apart = What holds them apart
help-click-contact-mark-or-ctrl = Click a contact's mark, or Ctrl+click a second body, to read which conditions hold two bodies apart: the planes are drawn with an arrow on the side that is allowed, numbered as in the panel, green where a gap is open and vermillion where it is violated. Below stands what each model asks there, and which of them would have forbidden the motion. The explanation follows the contact from step to step.
help-joints = Joints
help-mark-at-each-joint-says = A mark at each joint says what it leaves free: a ring with its axis for a hinge, a square with its axis for a slider, a diamond for a ball joint, a cross for nothing (key J). Two vermillion halves are a joint that has broken. Select a body to read where its joints stand and what they bear.
help-time = Time
help-every-step-recorded-step-back = Every step is recorded. Step back and scrub the timeline; running on repeats the recorded steps and compares them bit for bit. Change the model or the step size, or pull a body, and the run goes on otherwise: what came after is kept as a branch (menu Recording). When the steps take longer than the clock allows, the run is slower and says so; it is never less exact.
help-building = Building
help-while-clock-stands-drag-body = While the clock stands, drag a body, or move and turn the selected one by its handles: it goes as far as nothing is in the way. The menu Build adds bodies; the inspector changes them, joins them, and has the angle of a joint to be dragged. Every act reaches all panes; undo takes back anything, with the run that followed.
help-next-control-one-before = To the next control, to the one before
help-tab-shift-tab = Tab, Shift+Tab
help-press = Press it
help-space-enter = Space, Enter
help-neighbour-in-slider-its-value = To a neighbour; in a slider: its value
help-leave-so-that-all-keys = Leave it, so that all keys are shortcuts
help-esc = Esc
help-no-command-fits-search = No command fits the search.
help-while-control-has-focus = While a control has the focus
help-in-views = In the views
help-in-panels = In the panels
help-hover-over-number = Hover over a number
help-what-means-with-its-equation = what it means, with its equation
help-click-in-plot-or-on = Click in a plot or on the timeline
help-go-that-step = go to that step
help-drag-plot-wheel-with-ctrl = Drag a plot, wheel with Ctrl
help-move-zoom-along-time-double = move and zoom along time, the values fit; double-click shows all
help-right-drag-across-plot = Right drag across a plot
help-zoom-to-times-and-values = zoom to these times and values
help-click-pane-strip = Click a pane's strip
help-give-focus-that-pane = give the focus to that pane
help-drag-edge-panel = Drag the edge of a panel
help-resize = resize it
help-polytope-exact-geometry-peg = Polytope exact geometry (PEG) is the contact model of Jedediyah Williams' thesis (2014); equation numbers in this program are the thesis's. LNC is Nguyen's locally non-convex model. The standard model is that of Stewart–Trinkle time stepping. Exact goes by the separating-axis theorem: two convex bodies are apart exactly where a face of one of them or a pair of edges separates them.
help-licences = Licences
help-pegsim-mit-or-apache-2 = pegsim: MIT or Apache-2.0. Built with Bevy and egui. Text is set in Roboto (Apache-2.0).

log-past-messages = Past messages
log-copy-all = Copy all
log-put-all-them-on-clipboard = Put all of them on the clipboard, one per line, oldest first.
log-nothing-was-said-in-this = Nothing was said in this run.
log-one-message-newest-first = One message, newest first.
log-messages-newest-first = { $n } messages, newest first.
log-copy = Copy
log-put-this-message-on-clipboard = Put this message on the clipboard.
log-copy-2 = Copy: { $text }
log-said-times = , said { $count } times
log-just-now = just now
log-s-ago = { $seconds } s ago
log-min-ago = { $minutes } min ago
log-h-ago = { $hours } h ago

message-dismiss-all-more = Dismiss all ({ $hidden } more)
message-dismiss-all = Dismiss all
message-past = Past
message-warning = Warning
message-error = Error
message-said-times = { $head } (said { $count } times)
message-dismiss-this-message-stays-in =
    Dismiss this message
    It stays in the list of past messages (F8).
message-copy-this-message = Copy this message
message-space-runs-drag-body-watch = Space runs. Drag a body. Watch the standard model get stuck where the exact one moves on.
message-space-runs-drag-body = Space runs. Drag a body.
message-f1-explains = F1 explains
message-dismiss-this-hint = Dismiss this hint
message-this-step-takes-long-s = The next steps take long ({ $seconds } s).
message-esc-stops = Esc stops it
message-stop-step-state-before-stays = Stop the step; the state before it stays.
message-stop = Stop
message-has-changed-on-disk-scene = { $name } has changed on disk, and the scene was edited here.
message-has-changed-on-disk = { $name } has changed on disk.
message-has-changed-on-disk-since = { $name } has changed on disk since it was read or saved here.
message-comments-layout-cannot-be-kept = Comments and layout of { $name } cannot be kept: { $reason }.
message-read-file = Read the file
message-read-file-what-was-edited = Read the file; what was edited here is lost.
message-save-beside = Save beside it…
message-choose-another-file-this-one = Choose another file; this one stays as it is.
message-keep-what-shown = Keep what is shown
message-go-on-with-what-shown = Go on with what is shown; the file stays as it is until the scene is saved.
message-save-over = Save over it
message-write-what-shown-what-was = Write what is shown; what was written into the file meanwhile is lost.
message-cancel = Cancel
message-neither-write-file-nor-read = Neither write the file nor read it.
message-save-without-them = Save without them
message-write-file-anew-its-comments = Write the file anew; its comments are lost.
message-file-stays-as = The file stays as it is.
message-drop-open-scene = Drop to open the scene

remembered-old-settings-were-kept-as = The old settings were kept as { $file }.
remembered-in-settings = In the settings: { $error }.
remembered-settings-name-which-does-not = The settings name the { $what } “{ $name }”, which does not exist; it was passed over.
remembered-overlay = overlay
remembered-quality = quality
remembered-language = language
remembered-solver = solver
remembered-geometry = geometry
remembered-treatment-impacts = treatment of impacts
remembered-law-friction = law of friction
remembered-friction-cone = friction cone
remembered-plot = plot
remembered-film-format = format of films
remembered-film-figure = figure of films
remembered-output-folder = folder for pictures and exports
remembered-settings-will-not-be-remembered = { $error } The settings will not be remembered.
remembered-settings-version-this-program = the settings are of version { $version }, this program knows version { $VERSION }
remembered-default-settings-used-file-was = { $what }. The default settings are used; the file was kept as { $file }.
remembered-default-settings-used-file-could = { $what }. The default settings are used; the file could not be renamed: { $error }.
remembered-cannot-be-renamed = { $path } cannot be renamed: { $error }.
remembered-cannot-be-written = { $path } cannot be written: { $error }.

settings-angles = Angles
settings-angles-tip = In which unit angles are shown and typed. Files have radians.
angle-degrees = degrees
angle-radians = radians
