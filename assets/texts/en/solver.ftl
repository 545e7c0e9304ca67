# The solver panel, and one step by every solver.

matrix-share =
    { $share } % not zero, { $symmetry }
    largest entry { $largest }

solver-solver-pane = The solver of pane { $pane }.
solver-no-step-shown-yet-run = No step is shown yet. Run, or take one step (→).
solver-solve-this-step-with-every = Solve this step with every solver…
solver-one-method-exact = The one method of Exact
solver-asked-for = Asked for: { $solver }
solver-step = { $asked }, step { $step }
solver-fallback-taken = Fallback taken
solver-residual-accepted-solution = Residual of the accepted solution
solver-in = The { $measure }, in { $unit }.{ " " }
solver-tolerance-relative-1-max-b = { $what }Tolerance: { $tolerance }, relative to 1 + max|b|.
solver-optimality = Optimality
solver-natural-map = Natural map
solver-violation = Violation
solver-loaded-gap = Loaded gap
solver-primal = Primal
solver-dual = Dual
solver-complementarity = Complementarity
solver-no-contacts-in-this-step = No contacts in this step.
solver-no-contact-stands-out-every = No contact stands out: every row holds, or the worst one belongs to no contact.
solver-worst-contact = Worst contact: { $name }
solver-worst-contact-2 = Worst contact { $number }
solver-gap = gap { $gap }, { $impulse }
solver-contact-worst-row-accepted = The contact of the worst row of the accepted solution, with its true gap at the end of the step and its normal impulse. It is marked in the view while the pointer is here. Click: select it.
solver-keep-marked-in-view-z = Keep it marked in the view (Z)
solver-problem-effort = Problem and effort
solver-contacts = Contacts
solver-islands = Islands
solver-problem-size = Problem size
solver-iterations = Iterations
solver-outer-iterations = Outer iterations
solver-switches = Switches
solver-step-was-done-in-parts = The step was done in { $parts } parts.
solver-time-per-step = Time per step
solver-wall-time-rest-integrating = Wall time of the rest: integrating, restitution, joints, counting traps.
solver-whole-step = whole step
solver-fallbacks-run = Fallbacks of the run
solver-none-in-steps = None in { $steps } steps.
solver-steps = { $count } of { $steps } steps
solver-last-step = Last: step { $last }
solver-go-last-step-in-which = Go to the last step in which the first choice of method was left.
solver-whole-run-from-left-right = The whole run from left to right; yellow: steps with a fallback.
solver-active-alternative-by-lemke = Active alternative, by Lemke
solver-active-alternative-at-end-poses = Active alternative at the end poses
solver-active-alternative-by-sliding = Active alternative, by sliding speeds
solver-vertex = { $name } vertex { $i }
solver-edge = { $name } edge { $i }
solver-facet = { $name } facet { $i }

springs-spring = Spring
springs-how-hard-bodies-pushed-apart = How hard bodies are pushed apart for how deep they are in each other, for each kilogram of the two.
springs-damper = Damper
springs-how-hard-bodies-braked-that = How hard bodies are braked that go deeper into each other, for each kilogram of the two.
springs-integral = Integral
springs-how-hard-bodies-pushed-apart-2 = How hard bodies are pushed apart for how long they have been in each other: the sum of the depths of past steps.
springs-forgetting = Forgetting
springs-what-kept-that-sum-from = What is kept of that sum from each step to the next; at 1 nothing is forgotten.
springs-impact-speed = Impact speed
springs-bodies-that-meet-at-this = Bodies that meet at this speed or less rest on each other instead of striking each other.
springs-runge-kutta = Runge–Kutta
springs-classical-method-fourth-order = The classical method of fourth order: forces four times a step.
springs-semi-implicit-euler = Semi-implicit Euler
springs-new-velocities-from-forces-at = New velocities from the forces at the start, new poses from these: first order, forces once a step.
springs-springs = Springs
springs-integrator = Integrator: { $name }
springs-gains-drumwright-paper-iii-c = Gains of Drumwright's paper (III-C), and Runge–Kutta.
springs-these-defaults-gains-drumwright = These are the defaults: the gains of Drumwright's paper.
springs-back-defaults = Back to the defaults
springs-back-scene-s = Back to the scene's

matrix-matrix = Matrix A
matrix-too-large-be-drawn = Too large to be drawn.
matrix-being-formed = Being formed…
matrix-matrix-rows-not-zero = Matrix of { $rows } rows, { $share } % not zero
matrix-symmetric = symmetric
matrix-not-symmetric = not symmetric
matrix-blue-positive-orange-negative = Blue: positive, orange: negative; fainter for smaller entries, down to a millionth of the largest.
matrix-largest-rows-columns =
    Largest of rows { $a } to { $b }, columns { $c } to { $d }: { $value }
    { $colors }

resolve-step-by-every-solver = The step by every solver
resolve-nothing-touches-in-this-step = Nothing touches in this step: there is no problem to solve.
resolve-problems-being-written = The problems are being written…
resolve-step = Step
resolve-next-step-step = The next step, step
resolve-pane = { $which } { $step } of pane { $pane }
resolve-another-step-shown-by-now = Another step is shown by now. Solve that one.
resolve-solve-step-shown = Solve the step shown
resolve-writes-no-complementarity-problem = { $model } writes no complementarity problem: it solves convex problems at the end poses. These are the problems that { $writer } writes of the same step.
resolve-literal-form-4-50-rows = Literal form (4.50) of { $writer }: { $rows } rows, { $bodies } bodies. Accepted below { $tolerance } of 1 + max|b| = { $scale }; at most { $iterations } iterations.
resolve-island-rows = Island { $number } of { $all }: { $rows } rows
resolve-groups-bodies-that-contacts = Groups of bodies that contacts connect; each is a problem of its own.
resolve-point-at-solver-read-what = Point at a solver to read what it is and what it said; click it to keep it.
resolve-stopped-by-error-in-program = stopped by an error in the program: { $reason }
resolve-takes-long-others-do-not = takes long; the others do not wait for it
resolve-said = { " " }It said: { $said }.
resolve-worst-row = { " " }Worst row { $r }, { $text }.
resolve-solve-again = Solve again
resolve-with-every-solver-from-start = With every solver, from the start.
resolve-stop = Stop
resolve-start-no-further-solver-one = Start no further solver. One at work goes on to its end.
resolve-write-problem-as-json-numbered = Write the problem as JSON to a numbered file in the current folder: what `pegsim lcp solve` reads.
resolve-save-problem = Save problem
resolve-copy-table-as-text-with = Copy the table as text, with the columns that `pegsim lcp solve` prints.
resolve-copy-table = Copy table
resolve-done-at-work = { $done } of { $all } done; { $solver } is at work
resolve-written = Written to { $path }
resolve-times-without-form-matrix = Times without { $time } to form the matrix.

residuals-residual-after-each-iteration = Residual after each iteration
residuals-after-iteration =
    { $plot_name }
    { $value } after iteration { $iteration }
residuals-residuals-solvers-after-each = Residuals of the solvers after each iteration
residuals-no-solver-kept-history = no solver kept a history
residuals-none-yet = none yet

column-solver = Solver
column-status = Status
column-iterations = Iterations
column-residual = Residual
column-primal = Primal
column-dual = Dual
column-compl = Compl.
column-time = Time
column-step = To the step
column-best = To the best
column-method-as-in-menu-solvers = The method, as in the menu of solvers.
column-how-solve-ended-checked-against = How the solve ended, checked against the residual outside the solver.
column-pivots-or-sweeps = Pivots or sweeps.
column-natural-map-min-z-az = Natural map ‖min(z, Az + b)‖∞ of what the solver returned.
column-how-far-z-negative-max = How far z is negative: max(0, −min z).
column-how-far-w-az-b = How far w = Az + b is negative: max(0, −min w).
column-max-z-w = max |z·w|.
column-wall-time-inside-solver = Wall time inside the solver.
column-how-far-motion-this-solution = How far the motion of this solution is from the one the step took: the speed at which the island would have the kinetic energy of the difference. Models other than the literal form, the choice of alternatives and later detections make the step differ.
column-same-against-solution-with = The same against the solution with the smallest residual. A problem with friction can have several solutions.
column-at-work-s = at work { $seconds } s
column-waits = waits
column-not-started = not started
column-error = error
column-best-2 = best
column-sort-by = Sort by { $column }
column-click-sort-by =
    { $meaning }
    Click: sort by it.

problem-there-no-problem-write-solve = There is no problem to write: solve a step with every solver first (Shift+S).
problem-problem-was-not-written = The problem was not written: { $e }.
problem-current-folder-cannot-be-read = The current folder cannot be read: { $e }.
problem-there-too-many-files-pegsim = There are too many files pegsim-lcp-….json in the current folder.
problem-problem-was-written-on-command = The problem was written to { $path }. On the command line, `pegsim lcp solve FILE --solver all` solves it.
problem-problems-could-not-be-written = The problems could not be written: { $text }.
problem-solvers-could-not-be-started = The solvers could not be started: { $error }.
