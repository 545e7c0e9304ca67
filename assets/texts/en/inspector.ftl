# The inspector and its editors: bodies, shapes, joints, drives, paths.

field-various = various

joint-kind-fixed = fixed
joint-kind-revolute = revolute
joint-kind-prismatic = prismatic
joint-kind-cylindrical = cylindrical
joint-kind-spherical = spherical

inspector-inspector = Inspector
inspector-deselect-clear-selection-esc =
    Deselect
    Clear the selection (Esc).
inspector-click-body-or-contact-see = Click a body or a contact to see its numbers.
inspector-contact = Contact
inspector-this-contact-not-there-in = This contact is not there in the step shown.

field-they-differ-click-type-number = They differ: click, and type a number for all.
field-drag-or-click-type = Drag, or click and type.

body-body = Body
body-name-body-every-body-has = Name of the body; every body has one of its own.
body-name-body = name of body
body-duplicate = Duplicate
body-delete = Delete
body-convex-parts = Convex parts
body-parts-whose-union-body-they = Parts whose union is the body; they may overlap each other.
body-time-at-which-body-enters = Time at which the body enters the simulation.
body-enters-at = Enters at
body-view-shows-each-part-in = { $mesh } The view shows each part in its own shade.
body-parts-mesh = Parts of the mesh
body-error-parts = Error of the parts
body-parts-at-most = Parts at most
body-into-how-many-convex-parts = Into how many convex parts the mesh may be cut. It is cut beside the frames.
body-tolerance = Tolerance
body-how-far-part-may-stand = How far a part may stand off the mesh (m): those that do are cut, as far as there may be more.
body-pane = { $model } (pane { $pane })
body-position-m = Position (m)
body-where-frame-scene-file-points = Where the frame of the scene file's points is (m).
body-rotation-in = Rotation ({ $unit })
body-rotation-vector-axis-rotation-from = Rotation vector: the axis of the rotation from the world's axes, times its angle; in files in radians.
body-velocity-m-s = Velocity (m/s)
body-velocity-centre-mass-world-axes = Velocity of the centre of mass, world axes. Under the leapfrog models that of the middle of the last step.
body-spin-in = Spin ({ $unit })
body-angular-velocity-world-axes = Angular velocity, world axes.
body-change-reaches-all-panes-body =
    { $hover }
    A change reaches all panes; a body stays where another is in the way.
body-kinetic-energy = Kinetic energy
body-m-v-i-this-body = ½ m v² + ½ ω·Iω of this body alone, with its velocity at this time.

several-bodies = { $count } bodies
several-click-let-go-others-stay = Click to let it go; the others stay selected.
several-more = and { $count } more
several-velocity-m-s = Velocity (m/s)
several-velocity-their-centres-mass-world = Velocity of their centres of mass, world axes. A change reaches all panes; components that differ become 0 with it.
several-angular-velocity-each-world-axes = Angular velocity of each, world axes. A change reaches all panes; components that differ become 0 with it.
several-together = Together
several-selected-bodies-that-move-by = Of the selected bodies that move by forces.
several-mass = Mass
group-group = Group
group-groups = Groups ({ $count })
group-make = Group
group-dissolve = Dissolve the group
group-dissolve-one = Dissolve the group `{ $group }`; its bodies stay
group-name-tip = Name of the group. Every group has a name of its own.
group-select-tip = Select all bodies of the group.
several-centre-mass-m = Centre of mass (m)
several-its-velocity-m-s = Its velocity (m/s)

form-body-stays-as-where-would =
    { $hover }
    A body stays as it is where it would reach into another one.
form-shape-2 = Shape
form-shape-body = shape of body
form-shape = Shape: { $name }
form-another-shape-as-large-as = Another shape, as large as this one; where there is no room for it, as large as fits into this one. Mass or density stays as it is given, the inertia follows the shape.
form-moment-inertia-about-centre-mass = Moment of inertia about the centre of mass.
form-inertia = Inertia
form-principal-moments-inertia-about = Principal moments of inertia about the centre of mass (kg·m²).

joint-in = { " " }in { $model }
joint-joints = Joints ({ $count }{ $whose })
joint-edit-2 = ⏷ Edit
joint-edit = ⏵ Edit
joint-change-joint-kind-place-limits = Change the joint: kind, place, limits, strength and what drives it.
joint-edit-joint = Edit joint { $name }
joint-other-body-joint-its-body = The other body of the joint; `{ $name }` is its body { $side }. Click to select the other one.
joint-joined = Joined to
joint-largest-force-torque-that-could = Largest force and torque that it could bear. It bore more in one step, and holds nothing since.
joint-bore-at-most = Bore at most
joint-holds = Holds
joint-later = later
joint-one-its-bodies-has-not = One of its bodies has not entered the simulation yet.
joint-how-far-its-frames-in = How far its frames in the two bodies are apart where it holds them together. An angle counts at the radius of the smaller body. Zero is what a joint promises.
joint-error = Error
joint-of = { $value } of { $most }
joint-along-x-y-z = { "\u000A" }Along x, y, z: { $x }, { $y }, { $z } { $unit }.
joint-breaks-beyond-second-number = { " " }It breaks beyond the second number.
joint-force-joint-on-in-last = Force of the joint on `{ $b_name }` in the last step.
joint-force-2 = Force
joint-torque-joint-on-about-its = Torque of the joint on `{ $b_name }` about its point in the last step, at its limits as well; without the torque of a motor.
joint-torque-2 = Torque
joint-broken = broken
joint-fixed-joint-leaves-nothing-free = A fixed joint leaves nothing free: it holds all six directions (table 2.1).
joint-revolute-joint-leaves-one-rotation = A revolute joint leaves one rotation free, that about its axis: it holds five directions (table 2.1).
joint-prismatic-joint-leaves-one = A prismatic joint leaves one translation free, that along its axis: it holds five directions (table 2.1).
joint-cylindrical-joint-leaves = A cylindrical joint leaves the translation along its axis and the rotation about it free: it holds four directions (table 2.1).
joint-spherical-joint-leaves-all = A spherical joint leaves all rotations about its point free: it holds three directions (table 2.1).
joint-angle = Angle
joint-rotation-body-b-against-body = Rotation of body B against body A about the axis, between −180° and 180°; 0 at the start unless the joint says otherwise.
joint-travel = Travel
joint-displacement-body-b-against-body = Displacement of body B against body A along the axis; 0 at the start unless the joint says otherwise.
joint-joint-number-scene =
    { $hover }
    Joint number { $number } of the scene.
joint-range = { $low } to { $high }
joint-joint-stops-goes-no-further = The joint's stops: it goes no further than this.
joint-to = { "\u000A" }{ $low } to { $high }.
joint-limits = Limits
joint-torque = torque
joint-force = force
joint-turns-at-rad-s = turns at { $rate } rad/s
joint-goes-at = goes at { $rate }
joint-target = to { $value }
joint-at-most = , and at most { $most }.
joint-motor-with-proportional-derivative =
    A motor with proportional-derivative control drives the joint to a target; here is the target now.
    Its { $torque } is kp (θ* − θ) + kd (ω* − ω) at the end of the step, kp = { $kp }, kd = { $kd }{ $limit }
joint-motor = Motor

jointed-name-joint-every-joint-has = Name of the joint; every joint has one of its own.
jointed-name-joint = name of joint
jointed-kind = Kind
jointed-whether-two-bodies-joint-push = Whether the two bodies of the joint push each other apart where they touch; otherwise they pass through each other.
jointed-its-bodies-touch-each-other = Its bodies touch each other
jointed-remove-joint-2 = Remove joint
jointed-take-joint-out-scene-with = Take the joint out of the scene, with what drives it.
jointed-remove-joint = Remove joint { $name }
jointed-point-m = Point (m)
jointed-where-joint-when-scene-starts = Where the joint is when the scene starts (m, world). Drag its mark in the view as well, at the start.
jointed-axis = Axis
jointed-axis-waits = An axis points somewhere: a component that is not zero is wanted.
jointed-direction-joint-axis-when-scene = Direction of the joint's axis when the scene starts (world, of any length). Drag its arrow in the view as well, at the start.
jointed-angle = Angle
jointed-turns = Turns
jointed-travel = Travel
jointed-shifts = Shifts
jointed-side-joint-that-nothing-holds = { $verb } the side of the joint that nothing holds, body B where both are free, in all panes and as far as nothing is in the way; what other joints hold to it comes along. At step 0 that changes where the scene starts (`start` in its file): limits and targets are counted as before.
jointed-stops-joint-goes-no-further = Stops: the joint goes no further than these. They must include where it stands.
jointed-limits = Limits
jointed-least-coordinate-joint-in-file = Least coordinate of the joint (in the file: rad or m).
jointed-least = Least
jointed-largest-coordinate-joint-in-file = Largest coordinate of the joint (in the file: rad or m).
jointed-largest = Largest
jointed-breaks-in-step-in-which-2 = It breaks in a step in which it would have to bear more force (N).
jointed-breaks-at-force = Breaks at a force
jointed-force = Force
jointed-breaks-in-step-in-which = It breaks in a step in which it would have to bear more torque (N·m).
jointed-breaks-at-torque = Breaks at a torque
jointed-torque = Torque
jointed-add-joint-3 = ⏷ Add a joint
jointed-add-joint-2 = ⏵ Add a joint
jointed-add-joint-this-body = Add a joint to this body
jointed-join-this-body-another-one = Join this body to another one.
jointed-kind-joint = Kind of joint
jointed-with = With
jointed-choose-body = choose a body
jointed-other-body-pair-that-was = The other body. A pair that was selected by Ctrl+click is offered by itself.
jointed-joins-two-as-they-stand = Joins the two as they stand, where they are nearest to each other. Point, axis and all else can be changed then. During a run only where the two have not moved against each other since the start.
jointed-add-joint = Add joint

drive-constant = constant
drive-always-same = Always the same.
drive-sine = sine
drive-fro-about-0-amplitude-sin = To and fro about 0: amplitude · sin(2π · frequency · t).
drive-steady = steady
drive-goes-on-at-one-rate = Goes on at one rate: rate · t. With stiffness 0 it is a motor of constant speed.
drive-points = points
drive-straight-lines-between-points-in = Straight lines between points in time, constant before the first and after the last.
drive-drive = Drive
drive-remove-drive-2 = Remove drive
drive-joint-moves-freely-from-then = The joint moves freely from then on.
drive-remove-drive = Remove drive of { $name }
drive-motor-with-proportional-derivative = A motor with proportional-derivative control that holds the joint where it stands; target and gains can be changed then.
drive-add-drive-2 = Add drive
drive-add-drive = Add drive to { $name }
drive-stiffness-kp = Stiffness kp
drive-how-hard-drive-pulls-for = How hard the drive pulls for how far the joint is from its target, at the end of each step; 0 for a motor that only keeps its speed.
drive-damping-kd = Damping kd
drive-how-hard-pulls-for-how = How hard it pulls for how much slower than its target the joint is.
drive-torque-limited = Torque is limited
drive-largest-torque = Largest torque
drive-drive-never-gives-more-than-2 = The drive never gives more than this, contacts included (N·m).
drive-force-limited = Force is limited
drive-largest-force = Largest force
drive-drive-never-gives-more-than = The drive never gives more than this, contacts included (N).
drive-target = Target
drive-where-joint-should-be-in = Where the joint should be (in the file: rad or m).
drive-target-at = Target at
drive-how-fast-joint-should-go = How fast the joint should go (in the file: rad/s or m/s).
drive-rate = Rate
drive-how-far-goes-each-side = How far it goes to each side (in the file: rad or m).
drive-amplitude = Amplitude
drive-frequency = Frequency
drive-how-often-goes-fro-in = How often it goes to and fro in a second (Hz).
drive-point-at = Point { $number } at
drive-when-joint-should-be-there = When the joint should be there (s).
drive-where-joint-should-be-then = Where the joint should be then (in the file: rad or m).
drive-value = Value { $number }
drive-add-point = Add point
drive-another-point-second-after-last = Another point, a second after the last.
drive-remove-last-point = Remove last point
drive-trajectory-ends-point-earlier = The trajectory ends a point earlier.

path-path = Path
path-body-goes-from-waypoint-waypoint = The body goes from waypoint to waypoint, whatever is in its way. The first one is where it stands now.
path-add-path = Add path
path-more-in-file = and { $count } more, in the file
path-another-waypoint-second-after-last = Another waypoint, a second after the last and where that is.
path-add-waypoint = Add waypoint
path-another-waypoint-where-body-stands = Another waypoint where the body stands in the focused pane: at this time, or a second after the last.
path-add-here = Add here
path-remove-path = Remove path
path-body-has-no-path-from = The body has no path from then on.
path-remove-waypoint = Remove waypoint { $number }
path-waypoint-at = Waypoint { $number } at
path-when-body-there-s = When the body is there (s).
path-place-m = Place { $number } (m)
path-where-frame-body-shape-then = Where the frame of the body's shape is then (m).
path-turn-in = Turn { $number } ({ $unit })
path-how-body-turned-then-rotation = How the body is turned then: rotation vector. Between two waypoints it turns the short way.

typed-no-number = “{ $text }” is not understood; a number is wanted, such as 0.5.
typed-no-number-in = “{ $text }” is not understood; a number in { $unit } is wanted, such as 0.5.
typed-out-of-range = “{ $text }” is not taken; here it can be { $low } to { $high }.
