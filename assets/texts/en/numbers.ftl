# Numbers of the panes: comparison, statistics, contacts, plots, meters.

convergence-meaning = How the step shown came to its solution, one point per problem. Exact: the deepest violation of any condition at the true end poses (m) after each convex problem; it ends below 1 nm. Iterative solvers: their residual after each sweep. Direct methods have no such history.

contacts-contacts-in = Contacts ({ $total } in { $model })
contacts-pair-with = Pair with { $name }
contacts-1-contact = 1 contact
contacts-contacts = { $count } contacts
contacts-explain-what-holds-two-bodies = Explain what holds the two bodies apart. Ctrl+click on a body in the view does the same.
contacts-explain-this-contact-its-features = Explain this contact: its features, gap and conditions.

convergence-after-problem =
    { $plot_name }
    { $value } after problem { $problem }
convergence-curves-plot-convergence-step = Curves of plot { $plot }: convergence of the step
convergence-nothing-iterate-in-this-step = nothing to iterate in this step

drift-in-pane = { $title } in pane { $pane }
drift-from = { $amount } from { $reference }
drift-parted-at = { $body }, parted at { $time }
drift-its-centre-mass-away-turned =
    { $said }.
    Its centre of mass is { $position } away, it is turned by { $angle }, its farthest point is { $farthest } away: { $radii } of its radii.
drift-both-take-free-space-for = { "\u000A" }Both take the free space for convex.
drift-standard-takes-free-space-for = { "\u000A" }Standard takes the free space for convex and is expected to differ.
drift-should-agree-up-order-step = { "\u000A" }{ $this } and { $other } should agree up to the order of the step, and from { $time } on some body is more than { $PARTED } of its radii away. A smaller step shows which of them the step misleads.
drift-two-should-agree-up-order = { "\u000A" }The two should agree up to the order of the step.
drift-need-not-agree = { "\u000A" }The two did not go on from one state and need not agree. Back to the start and run again to compare the models.
drift-others-measured-from-here = the others are measured from here
drift-they-should-agree = ; they should agree
drift-pane = Pane { $pane }, { $model }: { $full }{ $should }
drift-drift-how-far-body-that =
    Drift
    How far the body that drifted most, in radii of the body, is from where the reference pane has it at the same step. Models that take the free space as it is should agree up to the order of the step; Standard is expected to differ. The bodies one by one are listed below.
drift-reference = reference
drift-drift = Drift
drift-measured-against = `{ $name }`, measured against { $reference }
drift-away-turned-by-farthest-point = { "\u000A" }{ $title }: { $position } away, turned by { $angle }, farthest point { $farthest } away ({ $radii } radii)

group-truth = Truth
statistics-drift-from = Drift from { $reference }
statistics-more-that-drifted-less = and { $more } more that drifted less

metric-contacts = Contacts
metric-solver = Solver
metric-time-per-step = Time per step
metric-motion = Motion
metric-penetration-depth = Penetration depth
metric-overlap = Overlap
metric-joint-error = Joint error
metric-islands = Islands
metric-traps = Traps
metric-sprung-traps = Sprung traps
metric-residual = Residual
metric-residual-primal = Residual, primal
metric-residual-dual = Residual, dual
metric-complementarity = Complementarity
metric-violation-exact = Violation (Exact)
metric-loaded-gap-exact = Loaded gap (Exact)
metric-problem-size = Problem size
metric-iterations = Iterations
metric-outer-iterations = Outer iterations
metric-switches = Switches
metric-convergence-step = Convergence of the step
metric-time-detect = Time to detect
metric-time-formulate = Time to formulate
metric-time-solve = Time to solve
metric-energy = Energy
metric-momentum = Momentum
metric-angular-momentum = Angular momentum
metric-deepest-penetration-any-two-bodies = Deepest penetration of any two bodies at the true poses (m).
metric-area-or-volume-that-bodies = Area or volume that bodies share (m² or m³).
metric-how-far-frames-worst-joint = How far the frames of the worst joint are apart (m).
metric-potential-contacts-pairs-features = Potential contacts: pairs of features within the detection distance.
metric-groups-bodies-connected-by = Groups of bodies connected by contacts; each is a problem of its own.
metric-places-where-standard-model = Places where the standard model enforces several contacts and the geometry one of them.
metric-traps-which-contact-violated-at = Traps of which a contact is violated at the end of the step.
metric-natural-map-min-z-az = Natural map ‖min(z, Az + b)‖∞ of the accepted solution, for a convex problem its optimality residual.
metric-how-far-impulse-accepted-solution = How far an impulse of the accepted solution is negative: max(0, −min z).
metric-how-far-gap-as-linearised = How far a gap, as linearised, is negative: max(0, −min w).
metric-impulse-where-there-gap-max = An impulse where there is a gap: max |z·w|.
metric-how-far-worst-condition-exact = How far the worst condition of Exact is violated at the true end poses (m).
metric-largest-gap-at-true-end = The largest gap at the true end poses over which an impulse of Exact acts (m).
metric-unknowns-largest-problem-step = Unknowns of the largest problem of the step.
metric-pivots-sweeps-or-changes-active = Pivots, sweeps or changes of the active set, in all.
metric-convex-problems-solved-one-after = Convex problems solved one after the other; 0 for the literal form.
metric-how-often-condition-changed = How often a condition changed to another of its alternatives.
metric-wall-time-kinematics-broad-phase = Wall time of kinematics, broad phase and potential contacts.
metric-wall-time-conditions-jacobians = Wall time of conditions, Jacobians and the problem.
metric-wall-time-solving = Wall time of solving.
metric-wall-time-whole-step = Wall time of the whole step.
metric-kinetic-potential-energy-bodies = Kinetic and potential energy of the bodies that move, with their velocities at the time of the sample (J).
metric-size-m-v-bodies-that = Size of Σ m v of the bodies that move (N·s).
metric-size-x-m-v-i = Size of Σ x × m v + I ω about the world origin (N·m·s).
metric-below = below { $bound }

own-they-differ-what-chosen-for = They differ: what is chosen is for all.
own-kind = Kind
own-mass = Mass
own-mass-kg-inertia-goes-with = Mass (kg). The inertia goes with it.
own-friction = Friction µ
own-coefficient-coulomb-friction-2-16 = Coefficient of Coulomb friction (2.16).
own-restitution = Restitution
own-coefficient-restitution-share = Coefficient of restitution: the share of the speed of a blow that comes back. Of two bodies that meet the larger one counts.
own-colour = Colour
own-colour-palette = Colour { $number } of the palette
own-colour-by-number-body = Colour by the number of the body
own-fixed = fixed
own-dynamic = dynamic
own-kinematic = kinematic
own-never-moves = Never moves.
own-moves-by-forces-impulses = Moves by forces and impulses.
own-moves-as-prescribed-whatever = Moves as prescribed, whatever touches it.

plot-plot = Plot { $place }: { $metric }
plot-change-linear-scale = Change to a linear scale.
plot-change-logarithmic-scale = Change to a logarithmic scale.
plot-logarithmic-scale-plot = Logarithmic scale of plot { $place }
plot-export-plot-as-csv-what =
    Export plot { $place } as CSV
    What it shows: one line per step, one column per pane.
plot-at-click-go-there =
    { $plot_name }
    { $value } at { $time }
    click: go there
plot-curves-plot = Curves of plot { $plot }: { $metric }
plot-before = { $model }, before the change
plot-pane = { $title } (pane { $pane })

quantity-joints = Joints
quantity-contacts = Contacts
quantity-solver = Solver
quantity-motion = Motion
quantity-depth-now = Depth now
quantity-deepest-penetration-any-two-bodies = Deepest penetration of any two bodies at the true poses, by separating axes; measured by code that shares nothing with the contact models. Zero is what every model promises.
quantity-and = `{ $first }` and `{ $second }`
quantity-worst-depth = Worst depth
quantity-deepest-penetration-whole-run-so = The deepest penetration of the whole run so far, or since the pane’s model, solver or step size was changed.
quantity-overlap = Overlap
quantity-area-in-plane-or-volume = Area (in the plane) or volume (in space) that bodies share now, summed over all pairs that contact should keep apart, in m² or m³.
quantity-worst-overlap = Worst overlap
quantity-largest-overlap-whole-run-so = The largest overlap of the whole run so far, or since the pane’s model, solver or step size was changed, in m² or m³.
quantity-joint-error = Joint error
quantity-largest-error-any-joint-after = The largest error of any joint after the last step: how far its frames in the two bodies are apart where it holds them together (table 2.1). Broken joints do not count.
quantity-worst-joint-error = Worst joint error
quantity-largest-joint-error-whole-run = The largest joint error of the whole run so far, or since the pane’s model, solver or step size was changed.
quantity-broken = Broken
quantity-joints-that-bore-more-than = Joints that bore more than they can in one step, and hold nothing since.
quantity-of = { $broken } of { $all }
quantity-potential-contacts-c-f-f = Potential contacts C(f_a, f_b): pairs of features within the detection distance. Each is a half-space on the velocities, ψ + h Gᵀν ≥ 0 (2.25).
quantity-detection-distance = detection distance { $distance }
quantity-u-unilateral = U, unilateral
quantity-conditions-with-one-contact-that = Conditions with one contact that always holds, U(C) (4.7). The standard model has only these.
quantity-i-inter-contact = I, inter-contact
quantity-one-feature-against-several-other = One feature against several of the other body: at least one of the contacts holds, I(C_ι, C_κ) (4.9). LNC writes these for vertices only (4.2–4.5).
quantity-x-cross-contact = X, cross-contact
quantity-contacts-different-features-that = Contacts of different features that must not all be violated together, X(C_a, C_b) (4.15), in space (4.22).
quantity-s-separation = S, separation
quantity-one-condition-per-pair-convex = One condition per pair of convex parts that come near each other, written by Exact: some facet of either part, or a pair of edges, has the two parts on different sides at the end of the step. That is all that “not overlapping” means.
quantity-traps = Traps
quantity-i-x-conditions-with-two = I- and X-conditions with two or more contacts: places where the standard model would enforce all contacts although the true geometry asks for one. Counted with the conditions of PEG in every pane, so that panes compare.
quantity-sprung-traps = Sprung traps
quantity-traps-which-contact-violated-at = Traps of which a contact is violated at the end of the step (ψ⁺ < 0): the standard model would have forbidden the motion that was found.
quantity-islands = Islands
quantity-groups-bodies-connected-by = Groups of bodies connected by contacts; each is a problem of its own.
quantity-method = Method
quantity-method-that-gave-accepted-solution = The method that gave the accepted solution. Literal form: the complementarity problem (4.50), in space (4.51), by Lemke's method or projected Gauss–Seidel (2.45). Active alternative: one convex problem per choice of alternatives. Exact: the same, on the true end poses, until every condition holds there.
quantity-separating-features-have-one = separating features have one method of their own
quantity-asked-for-solved-by = asked for { $asked }, solved by { $solved }
quantity-fallback = Fallback
quantity-whether-first-choice-method-was = Whether the first choice of method was left in this step, and why.
quantity-taken = taken
quantity-no = no
quantity-problem-size = Problem size
quantity-unknowns-largest-problem-solved-in = Unknowns of the largest problem solved in this step.
quantity-iterations = Iterations
quantity-pivots-lemke-sweeps-pgs-or = Pivots (Lemke), sweeps (PGS) or changes of the active set, in all.
quantity-outer-iterations = Outer iterations
quantity-convex-problems-solved-one-after = Convex problems solved one after the other: choices of alternatives, and with implicit geometry also linearisations at better end poses. 0 for the literal form.
quantity-switches = Switches
quantity-how-often-condition-changed = How often a condition changed to another of its alternatives.
quantity-residual = Residual
quantity-natural-map-min-z-az = Natural map ‖min(z, Az + b)‖∞ of the accepted solution (for a convex problem its optimality residual), measured outside the solver.
quantity-worst-at-contact = ; worst at contact { $c }
quantity-tolerance = { $what }tolerance { $tolerance }{ $contact }
quantity-primal = – primal
quantity-how-far-impulse-negative-max = How far an impulse is negative: max(0, −min z). Exact is judged by the two lengths below instead.
quantity-dual = – dual
quantity-how-far-gap-at-end = How far a gap at the end of the step, as linearised, is negative: max(0, −min w).
quantity-compl = – compl.
quantity-complementarity-impulse-where = Complementarity, an impulse where there is a gap: max |z·w|.
quantity-violation = Violation
quantity-exact-only-how-far-worst = Exact only: how far the worst of its conditions is violated at the true end poses when the outer iterations end (m). A step is accepted below 1e-9 m.
quantity-loaded-gap = Loaded gap
quantity-exact-only-largest-gap-at = Exact only: the largest gap at the true end poses over which an impulse acts (m). Zero would be: only what touches pushes.
quantity-parts-step = Parts of the step
quantity-parts-in-which-step-was = Parts in which the step was done: 1, or more where Exact ended it at impacts or where sliding stops, or did not settle on the whole of it and went in halves.
quantity-detect = Detect
quantity-wall-time-for-kinematics-broad = Wall time for kinematics, broad phase and potential contacts.
quantity-formulate = Formulate
quantity-wall-time-for-model-conditions = Wall time for the model's conditions, Jacobians and the problem.
quantity-solve = Solve
quantity-wall-time-for-solving = Wall time for solving.
quantity-whole-step = Whole step
quantity-wall-time-step-all-stages = Wall time of the step, all stages.
quantity-energy = Energy
quantity-kinetic-potential-energy-bodies = Kinetic and potential energy of the bodies that move, with their velocities at this time: those of the leapfrog models lie half a step before it and are moved on by gravity.
quantity-momentum = Momentum
quantity-size-linear-momentum-m-v = Size of the linear momentum Σ m v of the bodies that move. Contacts with each other do not change it; gravity and fixed bodies do.
quantity-drift = – drift
quantity-how-far-linear-momentum-from = How far the linear momentum is from that of the first recorded moment (or of that at which model, solver or step size were changed), relative to Σ m‖v‖. Told where nothing acts from outside.
quantity-angular-mom = Angular mom.
quantity-size-angular-momentum-x-m = Size of the angular momentum Σ x × m v + I ω about the world origin of the bodies that move.
quantity-how-far-angular-momentum-about = How far the angular momentum about the world origin is from that of the first recorded moment (or of that at which model, solver or step size were changed), relative to Σ (‖x‖ m ‖v‖ + ‖I ω‖). Told where nothing acts from outside.
quantity-steps-done = Steps done
quantity-steps-since-start-run = Steps since the start of the run.
quantity-active-alt = active alt.
quantity-automatic = automatic
quantity-exact = exact

plot-svg = Export plot { $place } as SVG
plot-svg-tip = Export this plot as a picture of lines, with axes, units and a legend, for papers.
plot-svg-time = Time (s)
output-plot-picture = { $metric } of all panes was drawn in { $path }.
