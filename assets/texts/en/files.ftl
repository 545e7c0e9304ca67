# Scenes, dialogs, files, recordings, recovery.

scenes-in-plane = In the plane
scenes-in-space = In space
scenes-seams = Seams
scenes-bodies-from-meshes = Bodies from meshes
scenes-hard-cases = Hard cases
scenes-curved-bodies = Curved bodies
scenes-penalty-methods = Penalty methods
scenes-stabilisation = Stabilisation
scenes-friction-impacts = Friction and impacts
scenes-joints-motors = Joints and motors
scenes-lessons = Of the lessons

browser-drop = Drop a .ron, .pegrec, .obj or .stl file on the window.

import-title = Import a mesh
import-error = Hausdorff distance of the two surfaces: no point of the mesh is farther than this from the parts, and no point of the parts from the mesh. It is sampled at points of this distance: the true one is greater by no more.
count-triangles =
    { $n ->
        [one] { $n } triangle
       *[other] { $n } triangles
    }

recover-title = Recover work
recover-steps =
    { $n ->
        [one] { $n } recorded step
       *[other] { $n } recorded steps
    }
recover-branches =
    { $n ->
        [one] { $n } branch
       *[other] { $n } branches
    }
recover-undo =
    { $n ->
        [one] { $n } act to undo
       *[other] { $n } acts to undo
    }
recover-redo = { $n } to do again

browser-scenes = Scenes
browser-filter = Filter
browser-filter-scenes = Filter of scenes
browser-show-scenes-whose-name-description = Show scenes whose name, description, file or heading contains these words.
browser-lesson = lesson { $title } { $about }
browser-lessons = Lessons
browser-min = { $minutes } min
browser-done = done
browser-hide = Hide
browser-show-all = Show all { $count }
browser-lessons-ask-what-will-happen = Lessons ask what will happen before they run.
browser-recent = Recent
browser-fewer = Fewer
browser-all = All { $count }
browser-show-all-scenes-opened-lately = Show all files opened lately, or the newest only.
browser-missing = missing
browser-there-no-such-file-any =
    { $place }
    There is no such file any more.
browser-remove-from-list-file-itself =
    Remove from the list
    The file itself stays.
browser-open-now = Open now
browser-there-no-folder-scenes-beside = There is no folder `scenes` beside the program or in the current folder. Open a scene file with the button above.
browser-no-scene-fits-filter = No scene fits the filter.
browser-this-scene-does-not-load = { "\u000A\u000A" }This scene does not load: { $problem }
browser-click = { "\u000A\u000A" }Click: { $command }

dialog-cannot-be-read = { $folder } cannot be read: { $error }.
dialog-there-no-file-or-folder = There is no file or folder { $path }.
dialog-there-no-folder = There is no folder { $folder }.
dialog-folder-file-needs-another-name = { $path } is a folder; a file needs another name.
dialog-file-needs-name = The file needs a name.
dialog-folder-cannot-be-made = The folder { $path } cannot be made: { $error }.
dialog-folder = Folder
dialog-look-through-folders = Look through folders.
dialog-recent = Recent
dialog-scenes-opened-lately-newest-first = Scenes and recordings opened lately, newest first.
dialog-folder-above-backspace = To the folder above (Backspace)
dialog-up = Up
dialog-scenes = Scenes
dialog-scenes-that-come-with-program = To the scenes that come with the program
dialog-home = Home
dialog-type-or-paste-path-then = Type or paste a path, then Enter.
dialog-there-no-folders = There are no folders here.
dialog-there-no-folders-or-here = There are no folders or { $wanted } here.
dialog-name = Name
dialog-new-folder = New folder
dialog-make-folder-in-one-shown = Make a folder in the one shown
dialog-begins = Begins with “{ $word }”
dialog-nothing-begins = Nothing here begins with “{ $word }”
dialog-name-new-folder = Name of the new folder
dialog-make = Make
dialog-there-file-already-replace = There is a file { $name } already. Replace it?
dialog-replace = Replace
dialog-keep = Keep

import-import-its-hull = Import its hull
import-import = Import
import-add-body-this-shape-in = Add a body of this shape, in the middle of the focused view or above what is there.
import-leave-file-alone = Leave the file alone.
import-each-part-in-colour-its = Each part in a colour of its own. Drag to turn it.
import-mesh = Mesh
import-its-triangles-box-around-lengths = Its triangles, and the box around it. Lengths in the file count as metres.
import-1-convex = 1: it is convex
import-body-mesh = The body is the mesh.
import-convex-parts-whose-union-body = Convex parts whose union is the body; they meet where the mesh was cut.
import-parts = Parts
import-error-2 = Error
import-what-can-be-imported-its = { $why }. What can be imported is its convex hull, which holds { $hull_volume } m³ where the mesh holds { $volume } m³.
import-points-apart = { $error } (points { $spacing } apart)
import-parts-at-most = Parts at most
import-into-how-many-convex-parts = Into how many convex parts the mesh may be cut. A change cuts it again, beside the frames.
import-tolerance = Tolerance
import-how-far-part-may-stand = How far a part may stand off the mesh (m): those that do are cut, as far as there may be more.
import-mesh-cut-into-convex-parts = The mesh of `{ $name }` is cut into convex parts
import-reading = Reading { $name }
import-what-shown-stays-meshes-that = What is shown stays. Meshes that are not convex are cut into parts when they are met for the first time, which takes a while; the parts are kept.

recover-every-window-was-left-as = Every window was left as it should be: there is nothing to recover.
recover-window-ended-before-you-left = A window ended before you left it. What you did there is kept, with undo, branches and recordings, and can be shown again as it was.
recover-these-windows-ended-before-you = These windows ended before you left them. What you did there is kept, with undo, branches and recordings, and can be shown again as it was.
recover-go-on-with-what-shown-2 = Go on with what is shown; it is asked again at the next start.
recover-later = Later
recover-go-on-with-what-shown = Go on with what is shown, and do not ask again. Nothing is deleted: it stays in this list (Ctrl+P, “Recover work”).
recover-open-fresh = Open fresh
recover-this-scene-has-no-file = This scene has no file.
recover-was-edited-since-was-saved = { "\u000A" }It was edited since it was saved.
recover-ended-without-word-from-outside = It ended without a word: from outside, or for want of memory or power.
recover-being-read = It is being read.
recover-recover = Recover
recover-show-as-was-unsaved-work = Show it as it was. Unsaved work of this window is then left in this list.
recover-keep = Keep it
recover-delete-for-good = Delete for good
recover-cannot-be-brought-back = It cannot be brought back.
recover-delete = Delete…
recover-asks-once-more = Asks once more.
recover-at-step-s = at step { $step }, { $time } s

film-pictures =
    { $n ->
        [one] { $n } picture
       *[other] { $n } pictures
    }

output-no-report = There is no report to write: no step was taken yet.
output-no-trajectory = There is no trajectory to write: no step was taken yet.
output-animation =
    Animated scene of { $bodies ->
        [one] { $bodies } body
       *[other] { $bodies } bodies
    } in { $states ->
        [one] { $states } state
       *[other] { $states } states
    }
output-differing =
    { $n ->
        [one] { "" } ({ $n } step does not repeat bit for bit, and has no contacts there)
       *[other] { "" } ({ $n } steps do not repeat bit for bit, and has no contacts there)
    }

default-scene-opened = { $error }. The default scene was opened instead.
scene-unnamed = unnamed

loading-damaged-error-in-program = { $path } is damaged (an error in the program: { $reason }).
loading-reading-scene-shown-stays-until = Reading { $name }; the scene shown stays until it is there.
loading-running-scene-was-kept-2 = { $error }. The running scene was kept.
loading-running-scene-was-kept = { $error } The running scene was kept.
loading-recording-steps =
    Recording { $path }: { $steps } steps{ $branches ->
        [0] { "" }
        [one] , one branch
       *[other] , { $branches } branches
    }.{ $remark }
loading-change-scene = change of scene
loading-left-unsaved = Not saved: { $what }.
loading-scene-bodies-h-s =
    Scene “{ $scene }”: { $bodies ->
        [one] one body
       *[other] { $bodies } bodies
    }, h = { $h } s.
loading-goes-on = The scene goes on at { $time } from where one pane stood when it was saved: all panes begin there with one state.
loading-far-from-origin = Far from the origin: { $remark }.
loading-this-scene-has-no-file = This scene has no file to read again.
loading-there-no-scene-files-those = There are no scene files: those of the program could not be written to the cache folder.

reload-changes-will-not-be-noticed = Changes of { $path } will not be noticed: { $error }. Ctrl+R reads it again.
reload-gone-running-scene-was-kept = { $path } is gone; the running scene was kept.

saving-comments-layout-file-were-not = Comments and layout of the file were not taken over into { $path }: { $reason }.
saving-with-step-focused-pane-as = , with step { $step } of the focused pane as the moment to go on from
saving-scene-was-saved-as = The scene was saved as { $path }{ $moment }.
saving-what-was-changed-in-scene = What was changed in the scene after step { $step } is not in the file: the moment shown was saved.
saving-recording-was-saved-as =
    The recording was saved as { $path }{ $branches ->
        [0] { "" }
        [one] , with one branch
       *[other] , with { $branches } branches
    }.
saving-lies-among-program-copies-its = { $path } lies among the program's copies of its own scenes; choose another folder.
saving-cannot-be-written = { $path } cannot be written: { $reason }

scene-there-no-scene = there is no scene { $name }
scene-files-this-type-cannot-be = { $path }: files of this type cannot be opened; a scene is a file that ends in .ron, a robot one that ends in .urdf or .xml
scene-scene-could-not-be-read = { $path }: the scene could not be read because of an error in the program: { $reason }
scene-program-carries-no-default-scene = the program carries no default scene

film-was-cancelled = it was cancelled
film-picture-too-large = the picture is too large
film-film-still-being-made-its = A film is still being made of its pictures; wait for it, or cancel it in the menu Export.
film-no-picture-came-back-from = no picture came back from the renderer; the window must be open and not minimised
film-film-ended-after-pictures = The film ended after { $written } pictures: { $error }.
film-film-was-written = A film of { $count } was written to { $film } ({ $with }).
film-no-film-was-made-what = No film was made: { $reason }. Its { $count } stay in { $pictures }{ $how }.
film-no-picture-film-was-taken = No picture of the film was taken.
film-pictures-were-written-for-each = { $pictures } pictures were written to { $folder }, { $rate } for each simulated second. This makes a film of them{ $kept }: { $command }
film-recorded-already = A film is being recorded already; end it first.
film-ending-says-which = A film is an .mp4, .webm, .gif or .webp; the ending of its name says which.
film-until-then-pictures = { $sentence } Until then pictures are taken, which stay.
film-cannot-write = cannot write { $path }: { $reason }
film-command-also-in = { " " }(also in { $note })
film-made-by-pegsim = Made by pegsim itself.
film-made-by = Made by { $program }.
film-or-choose-gif = { $lacking }, or choose GIF or WebP.
film-with-gif = GIF, 256 colours
film-with-webp = WebP, without loss
film-with-ffmpeg = { $name }, by { $coder } of { $program }
film-ffmpeg-lacking =
    { $format } films are made by ffmpeg, which was not found: install it ({ $system ->
        [linux] Debian and Ubuntu: apt install ffmpeg; Fedora: dnf install ffmpeg-free
        [macos] brew install ffmpeg
       *[other] winget install ffmpeg
    })
film-ffmpeg-codes-no = { $program } codes no { $format }: install one that has { $wanted }
film-ffmpeg-does-not-start = { $program } does not start: { $error }
film-ffmpeg-lost = ffmpeg was lost: { $error }
film-ffmpeg-failed = ffmpeg failed ({ $said })
film-ffmpeg-no-reason = it gave no reason
film-gif-too-large = a GIF has at most 65535 rows and columns
film-webp-too-large = a WebP has at most { $most } rows and columns, and the pictures are { $width } × { $height }
film-webp-sizes = picture { $number } is { $wide } × { $high } and the first { $width } × { $height }
film-webp-too-long = a WebP has at most 4 GiB
film-webp-not-coded = the picture was not coded
film-caption-stopped = stopped
film-caption-cannot-do-scene = cannot do this scene
film-caption-deepest = deepest { $depth }
film-caption-energy = energy { $energy }

output-cannot-be-written = { $path } cannot be written: { $error }.
output-there-too-many-files-in = There are too many files { $stem }-…{ $ending } in { $folder }.
output-pictures-exports-go-from-now = Pictures and exports go to { $folder } from now on.
output-report-on = Report of { $run } on { $covered }: { $path }
output-steps-2 = steps { $first } to { $last }{ $forgotten }
output-trajectory = Trajectory of { $run } ({ $steps }): { $path }
output-steps = steps { $from } to { $to }
output-as-step-does-not-repeat = , as step { $step } does not repeat to the bit
output-since-when-nothing-was-changed = , since when nothing was changed by hand
output-forgotten = ; what was before is no longer recorded
output-picture = Picture: { $path }
output-picture-was-not-taken = The picture was not taken: { $error }.
output-every-th-step = { " " }(every { $stride }th step)
output-samples-all-panes-were-written = The samples of all panes{ $which } were written to { $path }.
output-in = { " " }in { $unit }
output-all-panes-was-written = “{ $metric }”{ $unit } of all panes was written to { $path }.
output-web-page = Web page{ $differing }
output-there-nothing-write-no-step = There is nothing to write: no step was taken yet.
film-picture-none-that-film-can = the picture is none that a film can have
film-with-the-command = , with the command that makes one of them

scene-new-name = New scene
scene-new-floor = floor
scene-scene = Scene
scene-name = Name
scene-name-tip = What the scene goes by, in the window, in pictures and on web pages.
scene-description = Description
scene-description-tip = What happens and what to look at. Lists and captions show its first sentence.
scene-physics = Physics
scene-gravity = Gravity
scene-gravity-tip = Acceleration of gravity in m/s². It acts from now on; back to the start, from the start.
scene-ends = The run ends
scene-ends-tip = Time at which the run stops by itself; it can go on from there.
scene-duration = after
scene-view = View
scene-view-own = It opens with a view of its own.
scene-view-whole = It opens with all of it in the picture.
scene-view-take = Open with this view
scene-view-take-tip = The view that the focused pane has now goes into the file.
scene-view-forget = Show all of it
scene-view-forget-tip = The file gives no view; the whole scene is in the picture.
scene-foot = All of this can be undone, and goes into the file when the scene is saved.
scene-name-empty = A scene needs a name
scene-duration-positive = A run of { $duration } s cannot be; it takes a time above 0 s
scene-gravity-in-plane = In the plane gravity has no z
scene-act-name = name of the scene
scene-act-description = description of the scene
scene-act-duration = duration of the run
scene-act-view = view of the scene
scene-act-gravity = gravity
dialog-scene-name = Name of the scene:
dialog-scene-sentence = Description:
dialog-scene-sentence-of = Description, still that of “{ $name }”:
dialog-scene-view = Open with the present view
dialog-scene-view-tip = The view of the focused pane goes into the file; otherwise it keeps what it says about the view.
scene-notes = Left out or guessed
scene-notes-copy = Copy these remarks
loading-notes =
    { $n ->
        [one] “{ $scene }”: one thing was left out or guessed. “About the scene” (Ctrl+I) says which.
       *[other] “{ $scene }”: { $n } things were left out or guessed. “About the scene” (Ctrl+I) lists them.
    }
joining-effort-taken = The drive of `{ $name }` gives { $most } at most, as the robot’s file says.
