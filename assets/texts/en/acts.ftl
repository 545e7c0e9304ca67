# What the window says of what was asked for: acts that were done, and those that were refused.

change-no-such-body = there is no such body

clipboard-joints =
    { $n ->
        [one] { "" } with { $n } joint
       *[other] { "" } with { $n } joints
    }
count-bodies =
    { $n ->
        [one] { $n } body
       *[other] { $n } bodies
    }

unsaved-scene-shown-before-ctrl-z = the scene “{ $name }” shown before (Ctrl+Z leads back)
unsaved-run-shown-before-ctrl-z = the run of “{ $name }” shown before (Ctrl+Z leads back)
unsaved-scene-shown-ctrl-s = the scene shown (Ctrl+S)
unsaved-recorded-run-menu-recording = the recorded run (menu Recording)
unsaved-branch = the branch from step { $from } to { $to } (menu Recording)

leave-question = Save before leaving?
leave-not-saved = This is not saved:
leave-save = Save
leave-discard = Discard
leave-discard-tip = Leave without it.
leave-stay-tip = Go on with the work.
leave-save-scene = Save the scene, then leave.
leave-save-run = Save the recorded run with its branches, then leave.
leave-save-lesson = Save the lesson, then leave.
leave-save-not-shown = What is not shown cannot be saved from here: cancel, and go back to it with Ctrl+Z.

change-changed-one-body-at-time = the { $what } is changed of one body at a time
change-shape-no-mesh = the shape of `{ $body }` is no mesh
change-would-reach-m-into-another-2 =
    `{ $body }` would reach { $depth } into `{ $other }` so{ $panes ->
        [one] { "" }
       *[other] { " " }in pane { $pane }
    }
change-scene-description-has-no-such = the scene's description has no such body
change-follows-path-that-scene-gives = `{ $name }` follows a path that the scene gives, and cannot be put elsewhere
change-follows-path-that-gives-velocity = `{ $name }` follows a path, which gives its velocity: change the times or places of its waypoints
change-place-must-be-given-in = the place of `{ $name }` must be given in numbers
change-would-reach-m-into-another =
    `{ $name }` would reach { $depth } into `{ $other }` there{ $panes ->
        [one] { "" }
       *[other] { " " }in pane { $pane }
    }
change-fixed-has-no-velocity = `{ $body }` is fixed and has no velocity
change-velocity-must-be-numbers-in = the velocity of { $called } must be numbers, in the plane of a flat scene

bring-only-revolute-prismatic-joints = `{ $name }` is { $kind }; only revolute and prismatic joints have a coordinate
bring-brought-elsewhere-while-clock = `{ $name }` is brought elsewhere while the clock stands; pause first
bring-coordinate-must-be-number-at = the coordinate of `{ $name }` must be a number of at most { $MAX_LENGTH }
bring-holds-nothing-in-pane-broken =
    `{ $name }` holds nothing{ $panes ->
        [one] { "" }
       *[other] { " " }in pane { $pane }
    }: it is broken, or one of its bodies has not entered yet
bring-something-in-way = something is in the way of it
bring-stands-there-or-at-its = it stands there, or at its limit, already
bring-stays-where = `{ $name }` stays where it is: { $said }
bring-angle = angle
bring-travel = travel
bring-joint = { $what } of joint `{ $name }`
bring-in-pane = { " " }in pane { $pane }
bring-stops-at-something-in-way = `{ $joint }` stops at { $now } { $unit }{ $whose }: something is in the way.
bring-both-sides-held-by-by = both sides of `{ $name }` are held, by `{ $a }` and by `{ $b }`, which do not move; run and pull instead
bring-part-loop-joints-its-coordinate = `{ $name }` is part of a loop of joints, and its coordinate does not change alone; run and pull instead

clipboard-select-bodies-that-be-copied = Select the bodies that are to be copied first.
clipboard-on-clipboard-as-text-scene = On the clipboard: { $what }{ $joints }, as the text of a scene.
clipboard-there-no-text-on-clipboard = There is no text on the clipboard; copy bodies first (Ctrl+C)
clipboard-text-on-clipboard-not-scene = The text on the clipboard is not a scene: it begins with { $text }; copy bodies first (Ctrl+C)
clipboard-clipboard = the clipboard

cutting-cutting-again = Cutting again
cutting-reading-cutting-what-not-convex = Reading, and cutting what is not convex
cutting-building-scene-with = Building the scene with it
cutting-cutting = Cutting
cutting-mesh-solid-this-scene-flat = { $shown }: a mesh is a solid, and this scene is flat; open a scene in space first.

edit-contact-model-scene-now = { $lack }: the contact model of the scene is { $model } now.

act-add = add
act-import = import `{ $body }`
act-delete = delete
act-cut = cut
act-paste = paste { $bodies }
act-lay-on = lay { $name } on { $on }
act-of = { $what } of { $called }
act-refused = Nothing was changed: { $reason }.
act-copy = copy { $bodies }
act-group = group { $bodies } as `{ $group }`
act-dissolve = dissolve the group `{ $group }`
act-dissolve-several = dissolve { $count } groups
act-rename-group = rename the group `{ $old }` to `{ $group }`
group-stem = group
group-select-two = select two bodies or more, which are to be a group
group-is-one = these bodies are the group `{ $group }` already
group-nothing-selected-in-one = nothing that is selected is in a group
group-no-such = there is no such group any more
group-name-empty = a group needs a name; the old one is kept
group-name-taken = another group is named `{ $group }`; every group needs a name of its own
act-it = it
act-them = them
act-joint-went-with = A joint of { $called } went with { $theirs }.
act-joints-went-with = { $lost } joints of { $called } went with { $theirs }.

faces-there-no-body-with-face = there is no body with a face to lay it on
faces-no-flat-face = `{ $body }` has no flat face

fragment-no-body-selected = no body is selected
fragment-of = { $bodies } of { $scene }
fragment-plane = the plane
fragment-space = space
fragment-these-bodies-scene-in-scene = these bodies are of a scene in { $theirs }, and the scene shown is in { $ours }
fragment-there-no-room-for-there = there is no room for `{ $name }` there
fragment-there-no-room-for-bodies = there is no room for the { $several } bodies there

free-through-other-bodies = , through other bodies,
free-joined-which-does-not-move = `{ $body }` is joined{ $through } to `{ $anchor }`, which does not move; run and pull it.

joining-remove-drive-joint = remove the drive of joint `{ $name }`
joining-drive-joint-2 = { $what } of the drive of joint `{ $name }`
joining-forces = forces on `{ $body }`
joining-path = path of `{ $body }`
joining-there-no-such-joint = there is no such joint
joining-there-no-such-drive = there is no such drive
joining-joins = { $joint } joins `{ $first }` and `{ $second }`.
joining-add-joint = add joint `{ $name }`
joining-joint-2 = The { $kind } joint `{ $name }`
joining-bodies-have-moved-against-each = the bodies of `{ $joint }` have moved against each other since the start, and so it would be { $error } m apart now in pane { $pane }; reset first
joining-what-drove-went-with = What drove `{ $name }` went with it.
joining-remove-joint = remove joint `{ $name }`
joining-there-joint-already-every-joint = there is a joint `{ $name }` already; every joint needs a name of its own
joining-scene-description-has-no-such = the scene's description has no such joint
joining-what-drove-went-drove-joint = What drove `{ $joint }` went: it drove a joint of another kind.
joining-joint = { $what } of joint `{ $joint }`
joining-stands-at-in-pane-which = `{ $name }` stands at { $now } { $unit } in pane { $pane }, which is not between { $low } and { $high } { $unit }; bring it there first
joining-only-revolute-prismatic-joints = `{ $name }` is { $kind }; only revolute and prismatic joints are driven
joining-drive-joint = drive joint `{ $name }`

spawn-not-convex-was-cut-into = { $shown } is not convex: it was cut into { $parts } convex parts, whose surface is within { $error } m of the mesh; the panel of the body has more.{ " " }
spawn-its-convex-hull-was-taken = { $why }. Its convex hull was taken, which holds { $hull_volume } m³ where the mesh holds { $volume } m³.{ " " }
spawn-m-large-lengths-in-file = { $remark }It is { $sides } m large; lengths in the file count as metres.
spawn-there-no-room-for-there = there is no room for `{ $body }` there
spawn-shape-makes-no-body = the shape makes no body

hand-follows-path-that-scene-gives = `{ $name }` follows a path that the scene gives, and cannot be moved by hand.
hand-turn = turn { $moved }
hand-move = move { $moved }
hand-pull = pull `{ $name }`
hand-was = It was
hand-they-were = They were
hand-cannot-start-there-put-back = { $moved } cannot start there: { $error }. { $them } put back.

snap-bodies-that-moved-by-hand-2 = Bodies that are moved by hand snap to { $grid } m and { $angle }°; with Ctrl they go freely.
snap-bodies-that-moved-by-hand = Bodies that are moved by hand go freely; with Ctrl they snap.

viewing-there-one-pane-only-ghost = There is one pane only: a ghost needs another one.
viewing-camera-follows = The camera follows `{ $body }`.
viewing-select-body-follow-first = Select a body to follow first.
viewing-camera-stands-still-again = The camera stands still again.

quality-low-quality-was-chosen-graphics = Low quality was chosen: graphics run on the processor ({ $adapter }). Change it with Q.

go-deepest-overlap-focused-pane-so = The deepest overlap of the focused pane so far: { $depth }.
go-no-bodies-focused-pane-have = No bodies of the focused pane have overlapped so far.
go-largest-residual-focused-pane-so = The largest residual of the focused pane so far: { $value }.
go-no-step-focused-pane-has = No step of the focused pane has a residual above zero.
go-reset = reset
go-undone = Undone: { $label }.
go-done-again = Done again: { $label }.
go-there-nothing-undo = There is nothing to undo.
go-there-nothing-do-again = There is nothing to do again.
go-change-branch = change of branch
go-forget-branch = forget a branch

recheck-there-no-recorded-steps-check = There are no recorded steps to check yet.
recheck-recording-was-changed-while-was = The recording was changed while it was checked; check it again.
recheck-pane-does-not-repeat-step = Pane { $pane } ({ $model }) does not repeat step { $step } to the bit.
recheck-all-recorded-steps-were-taken = All { $steps } recorded steps were taken again and are the same to the bit.

recorded-recording-starts-at-step-earlier = The recording starts at step { $first }; earlier steps are forgotten.
recorded-pane-does-not-repeat-step = Pane { $pane } ({ $model }) does not repeat step { $step } to the bit; the recorded state is shown.
recorded-cannot-be-written = { $path } cannot be written: { $reason }.
recorded-holds-no-steps = { $path } holds no steps.
recorded-too-many-panes = { $path } is damaged: it has { $count } panes, and 1 to { $most } can be.
recorded-was-recorded-by-version-check = It was recorded by version { $program }; check whether this version repeats it.
recorded-holds-what-this-version-does = It holds what this version does not know and leaves out ({ $unknown }); its steps may not repeat.

recovering-session-being-read-already = A session is being read already.
recovering-there-no-session = There is no session { $name }.
recovering-reading-what-was-kept = Reading what was kept of “{ $scene }”.
recovering-stays-where-what-shown-was = { $error } It stays where it is; what is shown was kept.
recovering-what-shown-was-kept = { $reason }. What is shown was kept.
recovering-empty-session-cannot-be-removed = An empty session cannot be removed: { $error }.
recovering-what-was-done-in-back = What was done in “{ $scene }” is back.
recovering-will-be-offered-again = { $folder }: { $error }; it will be offered again.
recovering-was-not-deleted = { $reason }; it was not deleted.
recovering-there-no-folder-for-state = there is no folder for state
recovering-thread-that-keeps-work-has = the thread that keeps work has ended
recovering-what-not-saved-cannot-be = What is not saved cannot be kept for recovery in { $folder }: { $error }.
recovering-window-ended-by-error-more = A window ended by an error: { $crash } (more in { $path }).

run-change-model = change of model
run-change-solver = change of solver
run-change-geometry = change of geometry
run-change-friction-cone = change of friction cone
run-change-stabilisation = change of stabilisation
run-change-friction = change of friction
run-change-springs = change of springs
run-change-impacts = change of impacts
run-change-panes = change of panes
run-change-step-size = change of step size
run-step-took-long-was-stopped = Step { $step } took long and was stopped; the state before it stays.
run-step-s-stays-at-s = A step of { $h } s: { $wanted }; it stays at { $now } s.
run-pane-stands-still = Pane { $pane } ({ $title }) stands still: { $reason }.
run-left-scene = `{ $name }` has left the scene under { $model }: it is { $distance } away and moves at { $speed }/s.
run-scene-s-over-run-again = The scene's { $duration } s are over; run again to go on.
run-step-stopped-by-error-in = step { $step } stopped by an error in the program: { $reason }; the state was left as it was

error-in-the-program = an error in the program: { $reason }
kept-what-keeps-cannot-be-read = What { $path } keeps cannot be read: { $reason }.
kept-cannot-be = “{ $act }” cannot be { $what }: { $reason }.
kept-undone = undone
kept-done-again = done again
kept-moment-longer-than-should-be = moment { $record } is longer than it should be
kept-moment-has-panes-1-can = a moment has { $count } panes, and 1 to { $MAX_PANES } can be
kept-its-moment-not-there = its moment is not there
kept-branch-from-step-lost = A branch from step { $from } is lost: { $reason }.
kept-state-has-another-number-bodies = a state has another number of bodies than its scene
kept-recording-names-steps-that-not = a recording names steps that are not there
kept-samples-its-plots-not-in = the samples of its plots are not in the order of their steps
kept-oldest-recorded-steps = the oldest recorded steps
kept-acts-longest-ago = the { $count } acts longest ago to { $what }
kept-undo = undo
kept-do-again = do again
kept-too-large-be-kept = Too large to be kept: { $parts }.
kept-what-not-saved-will-not = { $folder }: { $error }. What is not saved will not outlast a crash.
kept-no-name-for-new-session = no name for a new session is free
kept-window-has-open = a window has it open
kept-its-list-was-cut-off = its list was cut off
kept-its-list-damaged = its list is damaged
kept-was-left-by-version-which = it was left by version { $program }, which alone can read it
kept-no-name-free = no name is free
kept-part-takes-more-than-4 = a part of it takes more than 4 GiB
kept-bytes-missing = { $count } bytes are missing
kept-does-not-begin-as-such = it does not begin as such a file does
kept-record-damaged = record { $record } is damaged
kept-record-not-there-or-not = record { $number } is not there, or is not what it should be
