# Die Löseransicht, und ein Schritt mit jedem Löser.

matrix-share =
    { $share } % nicht null, { $symmetry }
    größter Eintrag { $largest }

solver-solver-pane = Der Löser von Ansicht { $pane }.
solver-no-step-shown-yet-run = Noch wird kein Schritt gezeigt. Laufen lassen, oder einen Schritt tun (→).
solver-solve-this-step-with-every = Diesen Schritt mit jedem Löser lösen …
solver-one-method-exact = Das eine Verfahren von Exact
solver-asked-for = Verlangt: { $solver }
solver-step = { $asked }, Schritt { $step }
solver-fallback-taken = Ersatzweg
solver-residual-accepted-solution = Residuum der angenommenen Lösung
solver-in = Gemessen: { $measure }, in { $unit }.{ " " }
solver-tolerance-relative-1-max-b = { $what }Toleranz: { $tolerance }, bezogen auf 1 + max|b|.
solver-optimality = Optimalität
solver-natural-map = Natürl. Abb.
solver-violation = Verletzung
solver-loaded-gap = Belasteter Abstand
solver-primal = Primal
solver-dual = Dual
solver-complementarity = Komplementarität
solver-no-contacts-in-this-step = Keine Kontakte in diesem Schritt.
solver-no-contact-stands-out-every = Kein Kontakt ragt heraus: Jede Zeile gilt, oder die schlechteste gehört zu keinem Kontakt.
solver-worst-contact = Ungenauester Kontakt: { $name }
solver-worst-contact-2 = Größter Fehler: { $number }
solver-gap = ψ = { $gap }, { $impulse }
solver-contact-worst-row-accepted = Der Kontakt der schlechtesten Zeile der angenommenen Lösung, mit seinem wahren Abstand am Ende des Schritts und seinem Normalimpuls. Er ist in der Ansicht markiert, solange der Zeiger hier ist. Klick: auswählen.
solver-keep-marked-in-view-z = In der Ansicht markiert lassen (Z)
solver-problem-effort = Problem und Aufwand
solver-contacts = Kontakte
solver-islands = Inseln
solver-problem-size = Problemgröße
solver-iterations = Iterationen
solver-outer-iterations = Äußere Iterationen
solver-switches = Wechsel
solver-step-was-done-in-parts = Der Schritt wurde in { $parts } Teilen gerechnet.
solver-time-per-step = Zeit je Schritt
solver-wall-time-rest-integrating = Echtzeit des Rests: Integration, Rückprall, Gelenke, Zählen der Fallen.
solver-whole-step = ganzer Schritt
solver-fallbacks-run = Ersatzwege im Lauf
solver-none-in-steps = Nie in { $steps } Schritten.
solver-steps = { $count } von { $steps } Schritten
solver-last-step = Zuletzt: Schritt { $last }
solver-go-last-step-in-which = Zum letzten Schritt gehen, in dem das zuerst gewählte Verfahren verlassen wurde.
solver-whole-run-from-left-right = Der ganze Lauf von links nach rechts; gelb: Schritte auf einem Ersatzweg.
solver-active-alternative-by-lemke = Aktive Alternative, nach Lemke
solver-active-alternative-at-end-poses = Aktive Alternative in den Endlagen
solver-active-alternative-by-sliding = Aktive Alternative, nach Gleitgeschwindigkeiten
solver-vertex = { $name } Ecke { $i }
solver-edge = { $name } Kante { $i }
solver-facet = { $name } Fläche { $i }

springs-spring = Feder
springs-how-hard-bodies-pushed-apart = Wie stark Körper für ihre Tiefe ineinander auseinandergedrückt werden, je Kilogramm der beiden.
springs-damper = Dämpfer
springs-how-hard-bodies-braked-that = Wie stark Körper gebremst werden, die tiefer ineinandergehen, je Kilogramm der beiden.
springs-integral = Integral
springs-how-hard-bodies-pushed-apart-2 = Wie stark Körper dafür auseinandergedrückt werden, wie lange sie schon ineinander sind: die Summe der Tiefen vergangener Schritte.
springs-forgetting = Vergessen
springs-what-kept-that-sum-from = Was von dieser Summe von jedem Schritt zum nächsten bleibt; bei 1 wird nichts vergessen.
springs-impact-speed = Stoßgeschw.
springs-bodies-that-meet-at-this = Körper, die sich mit dieser oder kleinerer Geschwindigkeit treffen, ruhen aufeinander, statt sich zu stoßen.
springs-runge-kutta = Runge–Kutta
springs-classical-method-fourth-order = Das klassische Verfahren vierter Ordnung: Kräfte viermal je Schritt.
springs-semi-implicit-euler = Halbimpliziter Euler
springs-new-velocities-from-forces-at = Neue Geschwindigkeiten aus den Kräften am Anfang, neue Lagen daraus: erste Ordnung, Kräfte einmal je Schritt.
springs-springs = Federn
springs-integrator = Integrator: { $name }
springs-gains-drumwright-paper-iii-c = Die Werte aus der Arbeit von Drumwright (III-C), und Runge–Kutta.
springs-these-defaults-gains-drumwright = Dies sind die Vorgaben: die Werte aus der Arbeit von Drumwright.
springs-back-defaults = Zurück zu den Vorgaben
springs-back-scene-s = Zurück zur Szene

matrix-matrix = Matrix A
matrix-too-large-be-drawn = Zu groß zum Zeichnen.
matrix-being-formed = Wird gebildet …
matrix-matrix-rows-not-zero = Matrix mit { $rows } Zeilen, { $share } % nicht null
matrix-symmetric = symmetrisch
matrix-not-symmetric = nicht symmetrisch
matrix-blue-positive-orange-negative = Blau: positiv, orange: negativ; blasser für kleinere Einträge, bis zu einem Millionstel des größten.
matrix-largest-rows-columns =
    Größter der Zeilen { $a } bis { $b }, Spalten { $c } bis { $d }: { $value }
    { $colors }

resolve-step-by-every-solver = Der Schritt mit jedem Löser
resolve-nothing-touches-in-this-step = In diesem Schritt berührt sich nichts: Es gibt kein Problem zu lösen.
resolve-problems-being-written = Die Probleme werden geschrieben …
resolve-step = Schritt
resolve-next-step-step = Der nächste Schritt,
resolve-pane = { $which } { $step } von Ansicht { $pane }
resolve-another-step-shown-by-now = Inzwischen wird ein anderer Schritt gezeigt. Diesen lösen.
resolve-solve-step-shown = Gezeigten Schritt lösen
resolve-writes-no-complementarity-problem = { $model } schreibt kein Komplementaritätsproblem: Es löst konvexe Probleme in den Endlagen. Dies sind die Probleme, die { $writer } für denselben Schritt schreibt.
resolve-literal-form-4-50-rows = Wörtliche Form (4.50) von { $writer }: { $rows } Zeilen, { $bodies } Körper. Angenommen unter { $tolerance } von 1 + max|b| = { $scale }; höchstens { $iterations } Iterationen.
resolve-island-rows = Insel { $number } von { $all }: { $rows } Zeilen
resolve-groups-bodies-that-contacts = Gruppen von Körpern, die Kontakte verbinden; jede ist ein Problem für sich.
resolve-point-at-solver-read-what = Auf einen Löser zeigen, um zu lesen, was er ist und was er sagte; ein Klick hält ihn fest.
resolve-stopped-by-error-in-program = durch einen Fehler im Programm angehalten: { $reason }
resolve-takes-long-others-do-not = dauert lange; die anderen warten nicht darauf
resolve-said = { " " }Er sagte: { $said }.
resolve-worst-row = { " " }Schlechteste Zeile { $r }, { $text }.
resolve-solve-again = Noch einmal lösen
resolve-with-every-solver-from-start = Mit jedem Löser, von vorn.
resolve-stop = Anhalten
resolve-start-no-further-solver-one = Keinen weiteren Löser beginnen. Ein laufender rechnet zu Ende.
resolve-write-problem-as-json-numbered = Das Problem als JSON in eine nummerierte Datei im aktuellen Ordner schreiben: was `pegsim lcp solve` liest.
resolve-save-problem = Problem speichern
resolve-copy-table-as-text-with = Die Tabelle als Text kopieren, mit den Spalten, die `pegsim lcp solve` ausgibt.
resolve-copy-table = Tabelle kopieren
resolve-done-at-work = { $done } von { $all } fertig; { $solver } rechnet
resolve-written = Geschrieben nach { $path }
resolve-times-without-form-matrix = Zeiten ohne { $time } für das Bilden der Matrix.

residuals-residual-after-each-iteration = Residuum nach jeder Iteration
residuals-after-iteration =
    { $plot_name }
    { $value } nach Iteration { $iteration }
residuals-residuals-solvers-after-each = Residuen der Löser nach jeder Iteration
residuals-no-solver-kept-history = kein Löser führte einen Verlauf
residuals-none-yet = noch keiner

column-solver = Löser
column-status = Zustand
column-iterations = Iterationen
column-residual = Residuum
column-primal = Primal
column-dual = Dual
column-compl = Kompl.
column-time = Zeit
column-step = Zum Schritt
column-best = Zum besten
column-method-as-in-menu-solvers = Das Verfahren, wie im Menü der Löser.
column-how-solve-ended-checked-against = Wie das Lösen endete, außerhalb des Lösers gegen das Residuum geprüft.
column-pivots-or-sweeps = Pivotschritte oder Durchläufe.
column-natural-map-min-z-az = Natürliche Abbildung ‖min(z, Az + b)‖∞ dessen, was der Löser zurückgab.
column-how-far-z-negative-max = Wie weit z negativ ist: max(0, −min z).
column-how-far-w-az-b = Wie weit w = Az + b negativ ist: max(0, −min w).
column-max-z-w = max |z·w|.
column-wall-time-inside-solver = Echtzeit im Löser.
column-how-far-motion-this-solution = Wie weit die Bewegung dieser Lösung von der des Schritts entfernt ist: die Geschwindigkeit, bei der die Insel die kinetische Energie des Unterschieds hätte. Andere Modelle als die wörtliche Form, die Wahl der Alternativen und spätere Kontaktsuchen machen den Schritt anders.
column-same-against-solution-with = Dasselbe gegen die Lösung mit dem kleinsten Residuum. Ein Problem mit Reibung kann mehrere Lösungen haben.
column-at-work-s = rechnet { $seconds } s
column-waits = wartet
column-not-started = nicht begonnen
column-error = Fehler
column-best-2 = beste
column-sort-by = Nach { $column } sortieren
column-click-sort-by =
    { $meaning }
    Klick: danach sortieren.

problem-there-no-problem-write-solve = Es gibt kein Problem zu schreiben: erst einen Schritt mit jedem Löser lösen (Umschalt+S).
problem-problem-was-not-written = Das Problem wurde nicht geschrieben: { $e }.
problem-current-folder-cannot-be-read = Der aktuelle Ordner lässt sich nicht lesen: { $e }.
problem-there-too-many-files-pegsim = Im aktuellen Ordner sind zu viele Dateien pegsim-lcp-….json.
problem-problem-was-written-on-command = Das Problem wurde nach { $path } geschrieben. Auf der Kommandozeile löst es `pegsim lcp solve FILE --solver all`.
problem-problems-could-not-be-written = Die Probleme konnten nicht geschrieben werden: { $text }.
problem-solvers-could-not-be-started = Die Löser konnten nicht gestartet werden: { $error }.
