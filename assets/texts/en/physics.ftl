# What the physics calls its things: models, solvers, measures. The English is that of the catalogues of the library, as a test holds.

family-complementarity = Complementarity
family-complementarity-tip = Conditions on features that are near, linearised where the step begins.
family-penalty = Penalty
family-penalty-tip = Nothing until bodies are in each other, which are then pushed apart.
family-exact = Exact
family-exact-tip = Conditions on the true shapes where the step ends.

does-standard = every potential contact is enforced at once, as if the free space were convex
does-velocity-level = the contacts of the standard model must not close at all (γ = 0), or by the share γ of their gap
does-ratio-metric = corners on faces and edges on edges by which expanding bodies would touch, on velocities, stabilised by γ
does-lnc = one vertex may leave a corner on either side (Nguyen; thesis 4.2–4.5), no cross-contact constraints
does-peg = polytope exact geometry: U, I and X constraints (thesis chapter 4, Algorithms 8–17)
does-corrective = one contact for each overlap, which the next step takes back: bodies sink in and bounce
does-penalty-pd = a spring and a damper at the deepest point of each pair
does-penalty-pid = springs, dampers and an integrative term on the bottom of the common volume
does-exact = exact at the end of every step: some facet or pair of edges separates each pair on the true geometry

keeps-points = linear momentum to rounding, angular momentum to first order in the step size; energy may rise
keeps-forces = linear momentum to rounding, angular momentum to the order of the integrator; springs store energy and give it back
keeps-exact = linear and angular momentum to rounding; energy never rises but by drives and what moves as prescribed

lacks-joints = { $model } has no forces for joints
lacks-curved = { $model } has corners and faces only, and body `{ $body }` is curved

method-automatic = Automatic
method-automatic-tip = picks by problem class, falls back, and says in the record which it took
method-active-alternative = Active alternative
method-active-alternative-tip = disjunctive program: one alternative per disjunction, convex solve, release
method-lemke = Lemke
method-lemke-tip = complementary pivoting with lexicographic ratio test
method-dantzig = Dantzig
method-dantzig-tip = principal pivoting row by row; exact for a semidefinite matrix, seldom for friction
method-interior-point = Interior point
method-interior-point-tip = infeasible primal-dual predictor and corrector steps
method-fischer-newton = Fischer–Newton
method-fischer-newton-tip = generalised Newton on the Fischer–Burmeister function with a line search
method-minmap-newton = Minmap–Newton
method-minmap-newton-tip = generalised Newton on min(z, w) with a line search
method-pgs = PGS
method-pgs-tip = projected Gauss–Seidel: cheap sweeps, slow convergence
method-psor = PSOR
method-psor-tip = projected successive over-relaxation
method-projected-jacobi = Projected Jacobi
method-projected-jacobi-tip = all rows at once, damped by the number of contacts of a body
method-blocked-gauss-seidel = Blocked Gauss–Seidel
method-blocked-gauss-seidel-tip = one contact after the other, each with its friction solved exactly
method-staggered = Staggered
method-staggered-tip = normal and friction problem in turn
method-nncg = NNCG
method-nncg-tip = nonsmooth nonlinear conjugate gradients on projected Gauss–Seidel
method-fixed-point = Fixed point
method-fixed-point-tip = proximal fixed-point iteration with an adaptive factor
method-enumerate = Enumeration
method-enumerate-tip = tries every complementary basis; at most 12 rows, the oracle of the tests
literal-form = literal form (4.50), { $what }

measure-complementarity = natural map of the complementarity problem
measure-sliding = natural map at the sliding speeds found
measure-projection = optimality of the projection

status-solved = solved
status-limit = iteration limit
status-ray = ray termination
status-stopped = stopped
status-trouble = numerical trouble
