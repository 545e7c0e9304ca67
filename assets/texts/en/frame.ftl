# The bars around the views: tool bar, menus, timeline, headings of the panes.

stage-detect = detect
stage-formulate = formulate
stage-solve = solve
stage-rest = rest

find-overlay = Overlay
find-in-pane = { " " }in pane { $pane }
find-model = Model
find-solver = Solver
find-focus-pane = Focus pane { $pane } ({ $model })
find-pane-that-inspector-commands-for = The pane that the inspector and the commands for one pane are about.
group-panes-models = Panes and models
find-look = Look
find-look-2 = Look: { $theme }
find-recent = Recent
find-lesson = Lesson
find-scene = Scene
find-body = Body
find-select-this-body = Select this body.

layout-edge-panel = Edge of the panel: { $panel }
layout-compare = Compare
layout-numbers-all-panes-side-by = The numbers of all panes side by side.
layout-solver = Solver

toolbar-this-scene-has-no-file = This scene has no file yet.
toolbar-was-edited-since-was-loaded = { "\u000A" }It was edited since it was loaded or saved.
toolbar-behind = { $lag } behind
toolbar-step = step { $step }
toolbar-simulated-time-steps-since-start =
    Simulated time, and steps since the start.
    { $rate } steps per second of real time.
toolbar-steps-take-longer-than-clock = { "\u000A" }The steps take longer than the clock allows: the run is slower than asked, never less exact.
toolbar-run-has-reached-duration-that = { "\u000A" }The run has reached the duration that the scene gives.
toolbar-simulated-seconds-per-real-second =
    { $speed }: simulated seconds per real second, { $least } to { $most }.
    { $faster } faster, { $slower } slower; double-click for real time.
toolbar-step-size-h-all-panes =
    Step size h of all panes. Drag, or click and type.
    Contacts are linearised over one step (2.25): a larger h shows sooner what a model gets wrong.
toolbar-panes = Panes
toolbar-view = View
toolbar-view-2 = View ⏷
toolbar-overlays = Overlays
toolbar-overlays-2 = Overlays ⏷
toolbar-bodies-pane-as-outlines-in = The bodies of pane { $pane } ({ $title }) as outlines in the others.
toolbar-follow-body = Follow body
toolbar-orthographic = Orthographic
toolbar-linked-cameras = Linked cameras
toolbar-high-quality = High quality
toolbar-size-text = Size of text
toolbar-text-panels-relative-their-usual = Text and panels relative to their usual size.
toolbar-tenth-smaller = A tenth smaller.
toolbar-tenth-larger = A tenth larger.
toolbar-numbers-inspector = Numbers and inspector
toolbar-timeline-plots = Timeline and plots
toolbar-scenes = Scenes
toolbar-shows-or-hides-all-panels =
    { $name }
    { $key } shows or hides all panels.

build-file = File
build-build = Build
build-files-building = Files and building.
build-file-menu = File ⏷
build-build-menu = Build ⏷
build-add-bodies-scene-copy-delete = Add bodies to the scene, copy and delete them, undo and redo.
build-undo = Undo
build-redo = Redo
build-there-nothing =
    { $name } ({ $key })
    There is nothing to { $verb }.
build-no-file-yet = no file yet
build-edited = { " " }(edited)
build-add-body = Add a body
build-size = Diameter
build-diameter-sphere-around-new-bodies = Diameter of the sphere around it. New bodies have the density, friction and restitution that the scene's bodies have.
build-as-others = as the others
build-fixed = fixed
build-new-body-never-moves = The new body never moves.
build-while-clock-stands-drag-body = While the clock stands, drag a body to move it; the selected one has handles to move and turn it. Shift selects several. Bodies do not go into each other.
build-snap = Snap
build-distance-points-grid-for-centres = Distance of the points of the grid, for centres of mass.
build-angle-between-marks-which-rings = Angle between the marks to which the rings turn, from where they are taken.
build-add = Add a { $name }
build-add-in-middle-focused-view = Add a { $name }: in the middle of the focused view, or above what is there.

export-film-being-recorded-pictures-so =
    A film is being recorded: { $pictures ->
        [one] { $pictures } picture
       *[other] { $pictures } pictures
    } so far, in { $folder }. { $waiting }
    Click to end it.
export-film-waits = ⏺ { $pictures } · Space runs
export-film = Film { $done }/{ $all }
export-film-being-made-its-pictures =
    A film is being made of its pictures.
export-cancel-making-film = Cancel the film; its pictures stay
export-export = Export
export-export-2 = Export ⏷
export-run-for-others = The run, for others
export-folder = Folder
export-next-comes-when-clock-runs = The next comes when the clock runs.
export-pictures = Pictures
export-film-2 = Film
export-end-film = End the film
export-no-more-pictures-film-made = No more pictures; a film is made of them, or a message says how to.
export-pictures-per-second = Pictures per second
export-pictures-for-each-second-simulated = Pictures for each second of simulated time. 30 or 60 play at real speed; 300 shown at 30 in a second make everything ten times slower.
export-film-toolbar-panels-as-well = Film the toolbar and the panels as well. Otherwise the views with their headings.
export-whole-window = The whole window
export-made-into = Made into
export-numbers-run = Numbers of the run
export-one-plot-as-csv = One plot as CSV
export-one-line-per-step-one = One line per step, one column per pane.
export-one-pane = Of one pane
export-report = Report
export-trajectory = Trajectory
export-files-numbered-nothing-overwritten =
    { $folder }
    Files are numbered; nothing is overwritten.
export-choose-folder = Choose a folder
export-where-pictures-films-exported = Where pictures, films and exported numbers go.

timeline-pane = Pane { $pane }: { $text }
timeline-step-did-not-repeat-bit = { "\u000A" }Step { $step } did not repeat to the bit.
timeline-step-shown-last-step-recorded = Step shown, and last step recorded.
timeline-checking = checking { $done } / { $total }
timeline-timeline-step = Timeline: step { $now } of { $last }
timeline-recorded-steps-click-or-drag =
    Recorded steps: click or drag to go there; with the focus, arrow keys walk. Running repeats what is recorded and goes on at its end; a change on the way keeps what came after as a branch.
    Marks: sprung traps in the colour of the model; dots, what was done by hand; triangles, the deepest overlap (vermillion) and the worst residual (blue) of the focused pane.
timeline-body = a body
timeline-yellow-panes-part-at-step = { "\u000A" }Yellow: the panes part at step { $step } ({ $time }): `{ $name }` differs by { $distance }, more than { $limit }.
timeline-pane-stands-still-at-moment = { "\u000A" }A pane stands still at a moment before the last change of the scene.
timeline-branch-from-step = { "\u000A" }Branch: from step { $from } to { $to } ({ $title }).

recording-recording = Recording
recording-recording-1-branch = Recording · 1 branch
recording-recording-branches = Recording · { $branches } branches
recording-jumps-check-bit-for-bit = Jumps, the check bit for bit, branches, files and memory of the recording.
recording-go = Go to
recording-where-panes-part-step = Where the panes part (step { $step })
recording-repeat = Repeat
recording-files = Files
recording-branches = Branches
recording-none-go-back-change-something = None. Go back, change something or pull a body, and run: what came after is kept here.
recording-from-to = from { $from } to { $to }
recording-step = step { $step }
recording-go-there-present-run-becomes =
    { $title }
    Go there; the present run becomes a branch.
recording-forget = Forget
recording-forget-this-branch-undo-brings = Forget this branch; undo brings it back.
recording-memory = Memory
recording-mb-in-use = { $used } MB in use
recording-mb-by-branches = , { $kept } MB more by branches
recording-steps-before-forgotten = ; steps before { $first } are forgotten
recording-at-most = At most
recording-memory-for-recording-each-pane = Memory for the recording of each pane; the oldest steps are forgotten beyond it.
recording-mb-per-pane = { " " }MB per pane

parting-its-radius = { $share } of its radius
parting-parted-at = parted at { $time }
parting-apart = apart
parting-not-parted = not parted
parting-panes-have-parted-where-body = The panes have parted where a body is farther from its place in the reference pane ({ $reference }) than { $limit }. Click to change either.
parting-panes-part-when-body-apart = The panes part when a body is apart by more than
parting-share-its-radius = Share of its radius
parting-relative-size-each-body = Relative to the size of each body.
parting-metres = Metres
parting-same-length-for-all-bodies = The same length for all bodies.
parting-radius = { " " }× radius
parting-drag-or-click-type-0 = Drag, or click and type: 0.01 or 1e-6.
parting-measured-against = Measured against
parting-most-exact-model-shown = The most exact model shown
parting-last-pane-whose-model-takes = The last pane whose model takes the free space as it is.
parting-mixed = { $reason } It is no measure for the others until it has run from the start.
parting-pane = Pane { $pane } ({ $model })

pane-pane = Pane { $pane }: { $model }
pane-not-in-this-scene = Not in this scene: { $lack }.
pane-contact-model =
    Contact model { $model }.
    { $meaning }
pane-pane-contact-model = Pane { $pane }, contact model: { $model }
pane-source =
    { $said }.
    Source: { $source }.
pane-semi = semi
pane-method = method
pane-geometry = Geometry
pane-looks-at-bodies-where-they = { $model } looks at the bodies where they are, and nowhere else.
pane-default = { " " }(default of { $model })
pane-impacts = Impacts
pane-stabilisation = Stabilisation
pane-friction = Friction
pane-friction-cone = Friction cone
pane-solver = Solver
pane-forces-integrated-there-no-problem = Forces are integrated: there is no problem to solve.
pane-exact-has-one-method-its = Exact has one method of its own.
pane-solver-literal-form-4-50 = Solver of the literal form (4.50)
pane-pane-geometry-solver = Pane { $pane }, geometry and solver
pane-its-own = its own
pane-friction-cone-2 = { "\u000A" }Friction cone: { $cone }.
pane-impacts-2 = { "\u000A" }Impacts: { $impact }.
pane-geometry-solver =
    Geometry: { $geometry }. { $meaning }{ $impact }{ $cone }
    Solver: { $solver }.
pane-only-exact-with-implicit-geometry = Only Exact with implicit geometry can end a step where bodies meet.
pane-default-exact-with-up-bodies = { " " }(default of Exact where up to { $SPLIT_BODIES } bodies are near each other)
pane-default-exact-with-more-than = { " " }(default of Exact where more than { $SPLIT_BODIES } bodies are near each other; steps of fewer end at impacts)
pane-0-gaps-not-looked-at = 0: gaps are not looked at and drift. 1: all of a gap in one step.
pane-brakes-what-slides-straight = { $model } brakes what slides straight against its way.
pane-writes-linear-problems-has-pyramid = { $model } writes linear problems: it has the pyramid (2.21).
pane-from =
    { $title }
    { $description }.
    From: { $source }.
pane-contacts =
    { $n ->
        [one] contact
       *[other] contacts
    }
pane-potential-contacts-pairs-features = Potential contacts: pairs of features near enough to touch within the step.
pane-traps =
    { $n ->
        [one] trap
       *[other] traps
    }
pane-places-where-standard-model-would = Places where the standard model would enforce several contacts although the true geometry asks for one of them only.
pane-sprung = sprung
pane-traps-which-contact-violated-after = Traps of which a contact is violated after the step: the motion that was found goes where that contact forbids it, so the body got out. What is held fast has traps, and none of them sprung. Under the standard model, too, which asks for it once, at the poses at the start of the step, from where bodies turn.
pane-worst = worst { $depth }
pane-stands-still = { $model } stands still
pane-try-again = Try again
pane-run-on-from-last-good = Run on from the last good state.
pane-back-start = Back to the start

unable-cannot-do-this-scene = { $model } cannot do this scene
unable-this-pane-stands-still = { $lack }. This pane stands still.
unable-show-here = Show { $model } here
unable-this-pane-goes-over-model = This pane goes over to a model that can do the scene.
unable-they-stand-still-in-this = They stand still in this scene, and come back by themselves with the next one that they can do.
unable-show-all-same = Show it all the same
unable-show-them-all-same = Show them all the same
unable-stands-in-for = { $model } stands in for { $titles }
unable-left-out = Left out: { $titles }

momentum-keeps = keeps { $laws }.
momentum-not-told-model = not told, { $reason }. The model { $law }
momentum-nothing-has-run = nothing has run
momentum-bodies-were-changed-or-pulled = bodies were changed or pulled by hand
momentum-bodies-not-those-start = the bodies are not those of the start
momentum-nothing-moves = nothing moves

meter-area = area
meter-volume = volume
meter-truth-meter-how-far-real =
    Truth meter: how far the real bodies reach into each other, measured by code that shares nothing with the contact models.

    Depth now { $depth }, worst over the run { $worst }.
    Overlap ({ $measure }) now { $overlap }, worst { $most }.
meter-deepest-now = { "\u000A" }Deepest now: `{ $first }` and `{ $second }`.
meter-other-model-until = { $model } up to { $time }
meter-worst-since = since { $time }: { $depth }
meter-since-model = The worst counts since { $time }: before, { $model } calculated this pane.
meter-since-settings = The worst counts since { $time }: before, this pane was calculated with other settings.
meter-since-step-size = The worst counts since { $time }: before, the step size was { $h }.
meter-bar-goes-from-1-pm = { "\u000A\u000A" }The bar goes from 1 pm to 10 cm, a decade at a time; the tick is the worst so far.

model-every-nearby-face-pushes-at = Every nearby face pushes at once, as in most physics engines. At corners that forbids motions that are free: bodies stick, pop or sink.
model-as-standard-but-only-speeds = As Standard, but only speeds are looked at: what is near does not come nearer, and what overlaps stays so, unless a share γ of the gap is to be closed in each step. Gaps drift.
model-both-bodies-grow-or-shrink = Both bodies grow or shrink until they would just touch: corners on faces and edges on edges that do so first must not come nearer than a share γ of what is left allows. One problem a step; at corners bodies stick as in Standard.
model-vertex-at-corner-may-leave = A vertex at a corner may leave on either side (Nguyen). Edges against edges are as in Standard.
model-polytope-exact-geometry-at-corners = Polytope exact geometry: at corners and edges a body may leave on any side that is free (thesis chapter 4). Bodies that turn fast within a step may still overlap a little.
model-any-two-bodies-one-face = Of any two bodies, one face or pair of edges separates them at the end of each step. Nothing overlaps by more than about 1 nm and nothing is held by what it does not touch, whatever the step size. Takes more time per step.
model-nothing-done-before-two-bodies = Nothing is done before two bodies overlap. Then one contact pushes them apart within the next step: they bounce by as much as they sank in, and never come to rest (thesis 5.2.3).
model-spring-damper-push-two-bodies = A spring and a damper push two bodies apart at the point where one is deepest in the other. They lie in each other, and rock from corner to corner. Without joints.
model-springs-dampers-push-on-whole = Springs and dampers push on the whole bottom of what two bodies have in common, the harder the longer they lie in each other. They rest, but deep in each other where much lies on them. Without joints.
model-semi-implicit = Semi-implicit
model-implicit = Implicit
model-contacts-straightened-out-once = Contacts are straightened out once, where the bodies are when the step begins, as in the papers: quick, but wrong by a little for bodies that turn.
model-contacts-evaluated-where-bodies = Contacts are evaluated where the bodies are when the step ends, again and again until that no longer moves: true gaps at the end of the step, for more time.
model-whole-steps = Whole steps
model-steps-end-at-impacts = Steps end at impacts
model-blow-acts-at-its-instant = A blow acts at its instant, but the bodies wait where they met until the step ends: quick, and a little wrong for bodies that turn or bounce.
model-step-cut-where-bodies-meet = A step is cut where bodies meet, and goes on from there: bounces keep their energy, for some three more solutions at each impact.
model-quadratic = Quadratic
model-pyramid = Pyramid
model-friction-same-in-every-direction = Friction is the same in every direction (2.16)–(2.20): what slides is braked straight against its way.
model-friction-in-scene-number = Friction in the scene's number of directions (2.21), as the papers have it: between two of them it is too weak and turns aside what slides.
model-coulomb = Coulomb
model-what-slides-braked-by-times = What slides is braked by μ times the pressure, and stays on the surface.
model-convex-relaxation = Convex relaxation
model-one-convex-problem-step-anitescu = One convex problem a step (Anitescu 2006): friction as Coulomb's, but what slides lifts off by μ times its speed.

sparkline-click-show-in-first-plot =
    { $name }
    { $meaning }{ $more }
    { $span } Click: show it in the first plot.
sparkline-curve-steps = Curve: steps { $first } to { $last }.
sparkline-curve-nothing-yet = Curve: nothing yet.
sparkline-time-last-steps-by-stage = Time of the last steps, by stage
sparkline-no-step-yet = no step yet
sparkline-wall-time-each-last-steps = Wall time of each of the last steps, by stage. A yellow end: longer than the scale.
sparkline-step-click-go-there =
    Step { $step }: { $time } ({ $parts })
    Click: go there.

widget-title-bar = Title bar: { $title }

palette-command-overlay-model-solver-scene = Command, overlay, model, solver, scene or body
palette-nothing-fits-fewer-or-other = Nothing fits. Fewer or other letters may.

layout-scenes = scenes
layout-numbers = numbers
layout-plots = plots
layout-inspector = inspector
layout-explainer = inspector, explainer
export-cancel-film = Cancel the film
export-cancel-film-tip = No more pictures and no film; those that were taken stay.
export-film-into-file = Record a film into a file…
export-film-into-file-tip = The same into a file of your choice: the ending of its name, .mp4, .webm, .gif or .webp, says what it is made into.
export-captions = Captions
export-captions-tip = Above each view the name of its model, below them the scene and the simulated time, in letters that are read at the size of the film.
export-beside-model = Beside the model
export-own-sentence = A sentence of your own, below the views
export-sentence-below-film = Sentence below the film
recover-lesson = the lesson “{ $lesson }”
