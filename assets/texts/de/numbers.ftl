# Zahlen der Ansichten: Vergleich, Statistik, Kontakte, Verläufe, Messwerte.

convergence-meaning = Wie der gezeigte Schritt zu seiner Lösung kam, ein Punkt je Problem. Exact: die tiefste Verletzung einer Bedingung in den wahren Endlagen (m) nach jedem konvexen Problem; sie endet unter 1 nm. Iterative Löser: ihr Residuum nach jedem Durchlauf. Direkte Verfahren haben keinen solchen Verlauf.

contacts-contacts-in = Kontakte ({ $total } unter { $model })
contacts-pair-with = Paar mit { $name }
contacts-1-contact = 1 Kontakt
contacts-contacts = { $count } Kontakte
contacts-explain-what-holds-two-bodies = Erklären, was die beiden Körper auseinanderhält. Strg+Klick auf einen Körper in der Ansicht tut dasselbe.
contacts-explain-this-contact-its-features = Diesen Kontakt erklären: woran er sitzt, Abstand und Bedingungen.

convergence-after-problem =
    { $plot_name }
    { $value } nach Problem { $problem }
convergence-curves-plot-convergence-step = Kurven von Verlauf { $plot }: Konvergenz des Schritts
convergence-nothing-iterate-in-this-step = in diesem Schritt nichts zu iterieren

drift-in-pane = { $title } in Ansicht { $pane }
drift-from = { $amount } von { $reference }
drift-parted-at = { $body }, getrennt bei { $time }
drift-its-centre-mass-away-turned =
    { $said }.
    Sein Schwerpunkt ist { $position } entfernt, er ist um { $angle } gedreht, sein fernster Punkt ist { $farthest } entfernt: { $radii } seiner Radien.
drift-both-take-free-space-for = { "\u000A" }Beide nehmen den freien Raum als konvex.
drift-standard-takes-free-space-for = { "\u000A" }Standard nimmt den freien Raum als konvex; dass es abweicht, ist zu erwarten.
drift-should-agree-up-order-step = { "\u000A" }{ $this } und { $other } sollten bis auf die Ordnung des Schritts übereinstimmen, und ab { $time } ist ein Körper mehr als { $PARTED } seiner Radien entfernt. Ein kleinerer Schritt zeigt, welches von beiden der Schritt irreführt.
drift-two-should-agree-up-order = { "\u000A" }Die beiden sollten bis auf die Ordnung des Schritts übereinstimmen.
drift-need-not-agree = { "\u000A" }Die beiden gingen nicht von einem Zustand aus und müssen nicht übereinstimmen. Zum Vergleich der Modelle zurück zum Start und noch einmal laufen lassen.
drift-others-measured-from-here = die anderen werden von hier gemessen
drift-they-should-agree = ; sie sollten übereinstimmen
drift-pane = Ansicht { $pane }, { $model }: { $full }{ $should }
drift-drift-how-far-body-that =
    Abweichung
    Wie weit der am stärksten abgewichene Körper, in Radien des Körpers, von dort ist, wo ihn die Bezugsansicht im selben Schritt hat. Modelle, die den freien Raum nehmen, wie er ist, sollten bis auf die Ordnung des Schritts übereinstimmen; bei Standard ist eine Abweichung zu erwarten. Die Körper stehen unten einzeln.
drift-reference = Bezug
drift-drift = Abweichung
drift-measured-against = `{ $name }`, gemessen gegen { $reference }
drift-away-turned-by-farthest-point = { "\u000A" }{ $title }: { $position } entfernt, um { $angle } gedreht, fernster Punkt { $farthest } entfernt ({ $radii } Radien)

group-truth = Wahrheit
statistics-drift-from = Abweichung von { $reference }
statistics-more-that-drifted-less = und { $more } weitere, die weniger abweichen

metric-contacts = Kontakte
metric-solver = Löser
metric-time-per-step = Zeit je Schritt
metric-motion = Bewegung
metric-penetration-depth = Eindringtiefe
metric-overlap = Überlappung
metric-joint-error = Gelenkfehler
metric-islands = Inseln
metric-traps = Fallen
metric-sprung-traps = Zugeschnappte Fallen
metric-residual = Residuum
metric-residual-primal = Residuum, primal
metric-residual-dual = Residuum, dual
metric-complementarity = Komplementarität
metric-violation-exact = Verletzung (Exact)
metric-loaded-gap-exact = Belasteter Abstand (Exact)
metric-problem-size = Problemgröße
metric-iterations = Iterationen
metric-outer-iterations = Äußere Iterationen
metric-switches = Wechsel
metric-convergence-step = Konvergenz des Schritts
metric-time-detect = Zeit zum Finden
metric-time-formulate = Zeit zum Aufstellen
metric-time-solve = Zeit zum Lösen
metric-energy = Energie
metric-momentum = Impuls
metric-angular-momentum = Drehimpuls
metric-deepest-penetration-any-two-bodies = Tiefstes Eindringen zweier Körper in den wahren Lagen (m).
metric-area-or-volume-that-bodies = Fläche oder Volumen, das Körper gemeinsam haben (m² oder m³).
metric-how-far-frames-worst-joint = Wie weit die Bezugssysteme des schlechtesten Gelenks auseinander sind (m).
metric-potential-contacts-pairs-features = Mögliche Kontakte: Paare von Flächen, Kanten und Ecken innerhalb des Suchabstands.
metric-groups-bodies-connected-by = Gruppen von Körpern, die Kontakte verbinden; jede ist ein Problem für sich.
metric-places-where-standard-model = Stellen, an denen das Standardmodell mehrere Kontakte erzwingt und die Geometrie nur einen davon.
metric-traps-which-contact-violated-at = Fallen, von denen ein Kontakt am Ende des Schritts verletzt ist.
metric-natural-map-min-z-az = Natürliche Abbildung ‖min(z, Az + b)‖∞ der angenommenen Lösung, bei einem konvexen Problem ihr Optimalitätsresiduum.
metric-how-far-impulse-accepted-solution = Wie weit ein Kontaktimpuls der angenommenen Lösung negativ ist: max(0, −min z).
metric-how-far-gap-as-linearised = Wie weit ein Abstand, wie er linearisiert ist, negativ ist: max(0, −min w).
metric-impulse-where-there-gap-max = Ein Kontaktimpuls, wo ein Abstand ist: max |z·w|.
metric-how-far-worst-condition-exact = Wie weit die schlechteste Bedingung von Exact in den wahren Endlagen verletzt ist (m).
metric-largest-gap-at-true-end = Der größte Abstand in den wahren Endlagen, über den ein Kontaktimpuls von Exact wirkt (m).
metric-unknowns-largest-problem-step = Unbekannte des größten Problems des Schritts.
metric-pivots-sweeps-or-changes-active = Pivotschritte, Durchläufe oder Wechsel der aktiven Menge, insgesamt.
metric-convex-problems-solved-one-after = Konvexe Probleme, die nacheinander gelöst wurden; 0 für die wörtliche Form.
metric-how-often-condition-changed = Wie oft eine Bedingung zu einer anderen ihrer Alternativen wechselte.
metric-wall-time-kinematics-broad-phase = Echtzeit für Kinematik, Grobsuche und mögliche Kontakte.
metric-wall-time-conditions-jacobians = Echtzeit für Bedingungen, Jacobimatrizen und das Problem.
metric-wall-time-solving = Echtzeit des Lösens.
metric-wall-time-whole-step = Echtzeit des ganzen Schritts.
metric-kinetic-potential-energy-bodies = Kinetische und potentielle Energie der bewegten Körper, mit ihren Geschwindigkeiten zur Zeit des Messwerts (J).
metric-size-m-v-bodies-that = Betrag von Σ m v der bewegten Körper (N·s).
metric-size-x-m-v-i = Betrag von Σ x × m v + I ω um den Weltursprung (N·m·s).
metric-below = unter { $bound }

own-they-differ-what-chosen-for = Sie sind verschieden: Was gewählt wird, gilt für alle.
own-kind = Art
own-mass = Masse
own-mass-kg-inertia-goes-with = Masse (kg). Die Trägheit geht mit.
own-friction = Reibung µ
own-coefficient-coulomb-friction-2-16 = Coulombsche Reibungszahl (2.16).
own-restitution = Stoßzahl
own-coefficient-restitution-share = Stoßzahl: der Anteil der Stoßgeschwindigkeit, der zurückkommt. Von zwei Körpern, die sich treffen, zählt die größere.
own-colour = Farbe
own-colour-palette = Farbe { $number } der Palette
own-colour-by-number-body = Farbe nach der Nummer des Körpers
own-fixed = fest
own-dynamic = dynamisch
own-kinematic = kinematisch
own-never-moves = Bewegt sich nie.
own-moves-by-forces-impulses = Bewegt sich durch Kräfte und Stöße.
own-moves-as-prescribed-whatever = Bewegt sich wie vorgeschrieben, was immer ihn berührt.

plot-plot = Verlauf { $place }: { $metric }
plot-change-linear-scale = Zu linearer Skala wechseln.
plot-change-logarithmic-scale = Zu logarithmischer Skala wechseln.
plot-logarithmic-scale-plot = Logarithmische Skala von Verlauf { $place }
plot-export-plot-as-csv-what =
    Verlauf { $place } als CSV exportieren
    Was er zeigt: eine Zeile je Schritt, eine Spalte je Ansicht.
plot-at-click-go-there =
    { $plot_name }
    { $value } bei { $time }
    Klick: dorthin gehen
plot-curves-plot = Kurven von Verlauf { $plot }: { $metric }
plot-before = { $model }, vor dem Wechsel
plot-pane = { $title } (Ansicht { $pane })

quantity-joints = Gelenke
quantity-contacts = Kontakte
quantity-solver = Löser
quantity-motion = Bewegung
quantity-depth-now = Tiefe jetzt
quantity-deepest-penetration-any-two-bodies = Tiefstes Eindringen zweier Körper in den wahren Lagen, nach trennenden Achsen; gemessen mit Code, der mit den Kontaktmodellen nichts teilt. Null ist, was jedes Modell verspricht.
quantity-and = `{ $first }` und `{ $second }`
quantity-worst-depth = Größte Tiefe
quantity-deepest-penetration-whole-run-so = Das tiefste Eindringen im ganzen bisherigen Lauf oder seit Modell, Löser oder Schrittweite der Ansicht geändert wurden.
quantity-overlap = Überlappung
quantity-area-in-plane-or-volume = Fläche (in der Ebene) oder Volumen (im Raum), das Körper jetzt gemeinsam haben, summiert über alle Paare, die der Kontakt auseinanderhalten sollte, in m² oder m³.
quantity-worst-overlap = Größte Überl.
quantity-largest-overlap-whole-run-so = Die größte Überlappung im ganzen bisherigen Lauf oder seit Modell, Löser oder Schrittweite der Ansicht geändert wurden, in m² oder m³.
quantity-joint-error = Gelenkfehler
quantity-largest-error-any-joint-after = Der größte Fehler eines Gelenks nach dem letzten Schritt: wie weit seine Bezugssysteme in den beiden Körpern dort auseinander sind, wo es sie zusammenhält (Tabelle 2.1). Gebrochene Gelenke zählen nicht.
quantity-worst-joint-error = Größter Gelenkf.
quantity-largest-joint-error-whole-run = Der größte Gelenkfehler im ganzen bisherigen Lauf oder seit Modell, Löser oder Schrittweite der Ansicht geändert wurden.
quantity-broken = Gebrochen
quantity-joints-that-bore-more-than = Gelenke, die in einem Schritt mehr trugen, als sie können, und seitdem nichts mehr halten.
quantity-of = { $broken } von { $all }
quantity-potential-contacts-c-f-f = Mögliche Kontakte C(f_a, f_b): Paare von Flächen, Kanten und Ecken innerhalb des Suchabstands. Jeder ist ein Halbraum der Geschwindigkeiten, ψ + h Gᵀν ≥ 0 (2.25).
quantity-detection-distance = Suchabstand { $distance }
quantity-u-unilateral = U, einseitig
quantity-conditions-with-one-contact-that = Bedingungen mit einem Kontakt, der immer gilt, U(C) (4.7). Das Standardmodell hat nur diese.
quantity-i-inter-contact = I, Zwischenk.
quantity-one-feature-against-several-other = Eines gegen mehrere Flächen oder Kanten des anderen Körpers: Mindestens einer der Kontakte gilt, I(C_ι, C_κ) (4.9). LNC schreibt sie nur für Ecken (4.2–4.5).
quantity-x-cross-contact = X, Kreuzk.
quantity-contacts-different-features-that = Kontakte an verschiedenen Stellen, die nicht alle zugleich verletzt sein dürfen, X(C_a, C_b) (4.15), im Raum (4.22).
quantity-s-separation = S, Trennung
quantity-one-condition-per-pair-convex = Eine Bedingung je Paar konvexer Teile, die einander nahekommen, von Exact geschrieben: Eine Fläche eines der Teile oder ein Kantenpaar hat die beiden Teile am Ende des Schritts auf verschiedenen Seiten. Mehr heißt „nicht überlappen“ nicht.
quantity-traps = Fallen
quantity-i-x-conditions-with-two = I- und X-Bedingungen mit zwei oder mehr Kontakten: Stellen, an denen das Standardmodell alle Kontakte erzwänge, obwohl die wahre Geometrie nur einen verlangt. In jeder Ansicht mit den Bedingungen von PEG gezählt, damit Ansichten vergleichbar sind.
quantity-sprung-traps = Zugeschnappte
quantity-traps-which-contact-violated-at = Fallen, von denen ein Kontakt am Ende des Schritts verletzt ist (ψ⁺ < 0): Das Standardmodell hätte die gefundene Bewegung verboten.
quantity-islands = Inseln
quantity-groups-bodies-connected-by = Gruppen von Körpern, die Kontakte verbinden; jede ist ein Problem für sich.
quantity-method = Verfahren
quantity-method-that-gave-accepted-solution = Das Verfahren, das die angenommene Lösung gab. Wörtliche Form: das Komplementaritätsproblem (4.50), im Raum (4.51), nach Lemke oder mit projiziertem Gauß-Seidel (2.45). Aktive Alternative: ein konvexes Problem je Wahl der Alternativen. Exact: dasselbe in den wahren Endlagen, bis dort jede Bedingung gilt.
quantity-separating-features-have-one = trennende Flächen und Kanten haben ein eigenes Verfahren
quantity-asked-for-solved-by = verlangt { $asked }, gelöst mit { $solved }
quantity-fallback = Ausweichen
quantity-whether-first-choice-method-was = Ob in diesem Schritt das zuerst gewählte Verfahren verlassen wurde, und warum.
quantity-taken = ja
quantity-no = nein
quantity-problem-size = Problemgröße
quantity-unknowns-largest-problem-solved-in = Unbekannte des größten Problems, das in diesem Schritt gelöst wurde.
quantity-iterations = Iterationen
quantity-pivots-lemke-sweeps-pgs-or = Pivotschritte (Lemke), Durchläufe (PGS) oder Wechsel der aktiven Menge, insgesamt.
quantity-outer-iterations = Äußere Iter.
quantity-convex-problems-solved-one-after = Konvexe Probleme, die nacheinander gelöst wurden: Wahlen der Alternativen, und mit impliziter Geometrie auch Linearisierungen an besseren Endlagen. 0 für die wörtliche Form.
quantity-switches = Wechsel
quantity-how-often-condition-changed = Wie oft eine Bedingung zu einer anderen ihrer Alternativen wechselte.
quantity-residual = Residuum
quantity-natural-map-min-z-az = Natürliche Abbildung ‖min(z, Az + b)‖∞ der angenommenen Lösung (bei einem konvexen Problem ihr Optimalitätsresiduum), außerhalb des Lösers gemessen.
quantity-worst-at-contact = ; am größten bei Kontakt { $c }
quantity-tolerance = { $what }Toleranz { $tolerance }{ $contact }
quantity-primal = – primal
quantity-how-far-impulse-negative-max = Wie weit ein Kontaktimpuls negativ ist: max(0, −min z). Exact wird stattdessen nach den beiden Längen unten beurteilt.
quantity-dual = – dual
quantity-how-far-gap-at-end = Wie weit ein Abstand am Ende des Schritts, wie er linearisiert ist, negativ ist: max(0, −min w).
quantity-compl = – Kompl.
quantity-complementarity-impulse-where = Komplementarität, ein Kontaktimpuls, wo ein Abstand ist: max |z·w|.
quantity-violation = Verletzung
quantity-exact-only-how-far-worst = Nur Exact: wie weit die schlechteste seiner Bedingungen in den wahren Endlagen verletzt ist, wenn die äußeren Iterationen enden (m). Ein Schritt wird unter 1e-9 m angenommen.
quantity-loaded-gap = Belasteter Abst.
quantity-exact-only-largest-gap-at = Nur Exact: der größte Abstand in den wahren Endlagen, über den ein Kontaktimpuls wirkt (m). Null hieße: Nur was sich berührt, drückt.
quantity-parts-step = Teile d. Schritts
quantity-parts-in-which-step-was = Teile, in denen der Schritt gerechnet wurde: 1, oder mehr, wo Exact ihn bei Stößen oder am Ende des Gleitens enden ließ oder im Ganzen nicht zur Ruhe kam und ihn halbierte.
quantity-detect = Finden
quantity-wall-time-for-kinematics-broad = Echtzeit für Kinematik, Grobsuche und mögliche Kontakte.
quantity-formulate = Aufstellen
quantity-wall-time-for-model-conditions = Echtzeit für die Bedingungen des Modells, Jacobimatrizen und das Problem.
quantity-solve = Lösen
quantity-wall-time-for-solving = Echtzeit des Lösens.
quantity-whole-step = Ganzer Schritt
quantity-wall-time-step-all-stages = Echtzeit des Schritts, alle Stufen.
quantity-energy = Energie
quantity-kinetic-potential-energy-bodies = Kinetische und potentielle Energie der bewegten Körper, mit ihren Geschwindigkeiten zu dieser Zeit: Die der Leapfrog-Modelle liegen einen halben Schritt davor und werden von der Schwerkraft weitergeführt.
quantity-momentum = Impuls
quantity-size-linear-momentum-m-v = Betrag des Impulses Σ m v der bewegten Körper. Kontakte miteinander ändern ihn nicht; Schwerkraft und feste Körper tun es.
quantity-drift = – Abweichung
quantity-how-far-linear-momentum-from = Wie weit der Impuls von dem des ersten aufgezeichneten Augenblicks (oder dessen, in dem Modell, Löser oder Schrittweite geändert wurden) entfernt ist, bezogen auf Σ m‖v‖. Angegeben, wo nichts von außen wirkt.
quantity-angular-mom = Drehimpuls
quantity-size-angular-momentum-x-m = Betrag des Drehimpulses Σ x × m v + I ω der bewegten Körper um den Weltursprung.
quantity-how-far-angular-momentum-about = Wie weit der Drehimpuls um den Weltursprung von dem des ersten aufgezeichneten Augenblicks (oder dessen, in dem Modell, Löser oder Schrittweite geändert wurden) entfernt ist, bezogen auf Σ (‖x‖ m ‖v‖ + ‖I ω‖). Angegeben, wo nichts von außen wirkt.
quantity-steps-done = Schritte
quantity-steps-since-start-run = Schritte seit dem Anfang des Laufs.
quantity-active-alt = aktive Alt.
quantity-automatic = automat.
quantity-exact = exakt

plot-svg = Diagramm { $place } als SVG ausgeben
plot-svg-tip = Dieses Diagramm als Bild aus Linien ausgeben, mit Achsen, Einheiten und Legende, für Veröffentlichungen.
plot-svg-time = Zeit (s)
output-plot-picture = { $metric } aller Ansichten wurde in { $path } gezeichnet.
