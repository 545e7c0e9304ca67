# Der Inspektor und seine Felder: Körper, Formen, Gelenke, Antriebe, Bahnen.

field-various = verschieden

joint-kind-fixed = starr
joint-kind-revolute = Drehgelenk
joint-kind-prismatic = Schubgelenk
joint-kind-cylindrical = Drehschubgelenk
joint-kind-spherical = Kugelgelenk

inspector-inspector = Inspektor
inspector-deselect-clear-selection-esc =
    Abwählen
    Die Auswahl aufheben (Esc).
inspector-click-body-or-contact-see = Körper oder Kontakt anklicken: seine Zahlen.
inspector-contact = Kontakt
inspector-this-contact-not-there-in = Dieser Kontakt ist im gezeigten Schritt nicht da.

field-they-differ-click-type-number = Sie sind verschieden: klicken und eine Zahl für alle tippen.
field-drag-or-click-type = Ziehen, oder klicken und tippen.

body-body = Körper
body-name-body-every-body-has = Name des Körpers; jeder Körper hat einen eigenen.
body-name-body = Name des Körpers
body-duplicate = Duplizieren
body-delete = Löschen
body-convex-parts = Konvexe Teile
body-parts-whose-union-body-they = Teile, deren Vereinigung der Körper ist; sie dürfen einander überlappen.
body-time-at-which-body-enters = Zeit, zu der der Körper in die Simulation eintritt.
body-enters-at = Tritt ein bei
body-view-shows-each-part-in = { $mesh } Die Ansicht zeigt jeden Teil in eigener Tönung.
body-parts-mesh = Teile des Netzes
body-error-parts = Fehler der Teile
body-parts-at-most = Teile höchstens
body-into-how-many-convex-parts = In wie viele konvexe Teile das Netz zerlegt werden darf. Zerlegt wird neben den Bildern.
body-tolerance = Toleranz
body-how-far-part-may-stand = Wie weit ein Teil vom Netz abstehen darf (m): Was weiter absteht, wird zerlegt, solange es mehr geben darf.
body-pane = { $model } (Ansicht { $pane })
body-position-m = Ort (m)
body-where-frame-scene-file-points = Wo das Bezugssystem der Punkte der Szenendatei ist (m).
body-rotation-in = Drehung ({ $unit })
body-rotation-vector-axis-rotation-from = Drehvektor: die Achse der Drehung gegen die Weltachsen, mal ihren Winkel; in Dateien im Bogenmaß.
body-velocity-m-s = Geschw. (m/s)
body-velocity-centre-mass-world-axes = Geschwindigkeit des Schwerpunkts, Weltachsen. Bei den Leapfrog-Modellen die in der Mitte des letzten Schritts.
body-spin-in = ω ({ $unit })
body-angular-velocity-world-axes = Winkelgeschwindigkeit, Weltachsen.
body-change-reaches-all-panes-body =
    { $hover }
    Eine Änderung erreicht alle Ansichten; ein Körper bleibt, wo ein anderer im Weg ist.
body-kinetic-energy = Kinetische Energie
body-m-v-i-this-body = ½ m v² + ½ ω·Iω dieses Körpers allein, mit seiner Geschwindigkeit zu dieser Zeit.

several-bodies = { $count } Körper
several-click-let-go-others-stay = Klick lässt ihn los; die anderen bleiben ausgewählt.
several-more = und { $count } weitere
several-velocity-m-s = Geschw. (m/s)
several-velocity-their-centres-mass-world = Geschwindigkeit ihrer Schwerpunkte, Weltachsen. Eine Änderung erreicht alle Ansichten; Komponenten, die verschieden sind, werden dabei 0.
several-angular-velocity-each-world-axes = Winkelgeschwindigkeit eines jeden, Weltachsen. Eine Änderung erreicht alle Ansichten; Komponenten, die verschieden sind, werden dabei 0.
several-together = Zusammen
several-selected-bodies-that-move-by = Der ausgewählten Körper, die Kräfte bewegen.
several-mass = Masse
group-group = Gruppe
group-groups = Gruppen ({ $count })
group-make = Gruppieren
group-dissolve = Gruppe auflösen
group-dissolve-one = Die Gruppe `{ $group }` auflösen; ihre Körper bleiben
group-name-tip = Name der Gruppe. Jede Gruppe hat ihren eigenen.
group-select-tip = Alle Körper der Gruppe auswählen.
several-centre-mass-m = Schwerpunkt (m)
several-its-velocity-m-s = Geschw. (m/s)

form-body-stays-as-where-would =
    { $hover }
    Ein Körper bleibt, wie er ist, wo er in einen anderen hineinreichte.
form-shape-2 = Form
form-shape-body = Form des Körpers
form-shape = Form: { $name }
form-another-shape-as-large-as = Eine andere Form, so groß wie diese; wo dafür kein Platz ist, so groß, wie in diese passt. Masse oder Dichte bleibt, wie sie angegeben ist, die Trägheit folgt der Form.
form-moment-inertia-about-centre-mass = Trägheitsmoment um den Schwerpunkt.
form-inertia = Trägheit
form-principal-moments-inertia-about = Hauptträgheitsmomente um den Schwerpunkt (kg·m²).

joint-in = { " " }unter { $model }
joint-joints = Gelenke ({ $count }{ $whose })
joint-edit-2 = ⏷ Ändern
joint-edit = ⏵ Ändern
joint-change-joint-kind-place-limits = Das Gelenk ändern: Art, Ort, Grenzen, Festigkeit und was es antreibt.
joint-edit-joint = Gelenk { $name } ändern
joint-other-body-joint-its-body = Der andere Körper des Gelenks; `{ $name }` ist sein Körper { $side }. Klick wählt den anderen aus.
joint-joined = Verbunden mit
joint-largest-force-torque-that-could = Größte Kraft und größtes Drehmoment, die es tragen konnte. In einem Schritt trug es mehr und hält seitdem nichts.
joint-bore-at-most = Trug höchstens
joint-holds = Hält
joint-later = später
joint-one-its-bodies-has-not = Einer seiner Körper ist noch nicht in die Simulation eingetreten.
joint-how-far-its-frames-in = Wie weit seine Bezugssysteme in den beiden Körpern dort auseinander sind, wo es sie zusammenhält. Ein Winkel zählt am Radius des kleineren Körpers. Null ist, was ein Gelenk verspricht.
joint-error = Fehler
joint-of = { $value } von { $most }
joint-along-x-y-z = { "\u000A" }Längs x, y, z: { $x }, { $y }, { $z } { $unit }.
joint-breaks-beyond-second-number = { " " }Über der zweiten Zahl bricht es.
joint-force-joint-on-in-last = Kraft des Gelenks auf `{ $b_name }` im letzten Schritt.
joint-force-2 = Kraft
joint-torque-joint-on-about-its = Drehmoment des Gelenks auf `{ $b_name }` um seinen Punkt im letzten Schritt, auch an seinen Grenzen; ohne das Drehmoment eines Motors.
joint-torque-2 = Drehmoment
joint-broken = gebrochen
joint-fixed-joint-leaves-nothing-free = Ein starres Gelenk lässt nichts frei: Es hält alle sechs Richtungen (Tabelle 2.1).
joint-revolute-joint-leaves-one-rotation = Ein Drehgelenk lässt eine Drehung frei, die um seine Achse: Es hält fünf Richtungen (Tabelle 2.1).
joint-prismatic-joint-leaves-one = Ein Schubgelenk lässt eine Verschiebung frei, die längs seiner Achse: Es hält fünf Richtungen (Tabelle 2.1).
joint-cylindrical-joint-leaves = Ein Drehschubgelenk lässt die Verschiebung längs seiner Achse und die Drehung um sie frei: Es hält vier Richtungen (Tabelle 2.1).
joint-spherical-joint-leaves-all = Ein Kugelgelenk lässt alle Drehungen um seinen Punkt frei: Es hält drei Richtungen (Tabelle 2.1).
joint-angle = Winkel
joint-rotation-body-b-against-body = Drehung von Körper B gegen Körper A um die Achse, zwischen −180° und 180°; am Anfang 0, wenn das Gelenk nichts anderes sagt.
joint-travel = Weg
joint-displacement-body-b-against-body = Verschiebung von Körper B gegen Körper A längs der Achse; am Anfang 0, wenn das Gelenk nichts anderes sagt.
joint-joint-number-scene =
    { $hover }
    Gelenk Nummer { $number } der Szene.
joint-range = { $low } bis { $high }
joint-joint-stops-goes-no-further = Die Anschläge des Gelenks: Weiter geht es nicht.
joint-to = { "\u000A" }{ $low } bis { $high }.
joint-limits = Grenzen
joint-torque = Drehmoment
joint-force = Kraft
joint-turns-at-rad-s = dreht mit { $rate } rad/s
joint-goes-at = fährt mit { $rate }
joint-target = Ziel { $value }
joint-at-most = , und höchstens { $most }.
joint-motor-with-proportional-derivative =
    Ein Motor mit Proportional-Differential-Regelung treibt das Gelenk zu einem Sollwert; hier steht der jetzige.
    { $torque } = kp (θ* − θ) + kd (ω* − ω) am Ende des Schritts, kp = { $kp }, kd = { $kd }{ $limit }
joint-motor = Motor

jointed-name-joint-every-joint-has = Name des Gelenks; jedes Gelenk hat einen eigenen.
jointed-name-joint = Name des Gelenks
jointed-kind = Art
jointed-whether-two-bodies-joint-push = Ob die beiden Körper des Gelenks einander auseinanderdrücken, wo sie sich berühren; sonst gehen sie durcheinander hindurch.
jointed-its-bodies-touch-each-other = Seine Körper berühren sich
jointed-remove-joint-2 = Gelenk entfernen
jointed-take-joint-out-scene-with = Das Gelenk aus der Szene nehmen, mit dem, was es antreibt.
jointed-remove-joint = Gelenk { $name } entfernen
jointed-point-m = Punkt (m)
jointed-where-joint-when-scene-starts = Wo das Gelenk am Anfang der Szene ist (m, Welt). Am Anfang lässt sich auch seine Marke in der Ansicht ziehen.
jointed-axis = Achse
jointed-axis-waits = Eine Achse zeigt irgendwohin: Eine Komponente, die nicht null ist, fehlt noch.
jointed-direction-joint-axis-when-scene = Richtung der Gelenkachse am Anfang der Szene (Welt, beliebig lang). Am Anfang lässt sich auch ihr Pfeil in der Ansicht ziehen.
jointed-angle = Winkel
jointed-turns = Dreht
jointed-travel = Weg
jointed-shifts = Verschiebt
jointed-side-joint-that-nothing-holds = { $verb } die Seite des Gelenks, die nichts hält, Körper B, wo beide frei sind, in allen Ansichten und so weit nichts im Weg ist; was andere Gelenke daran halten, geht mit. Bei Schritt 0 ändert das, wo die Szene beginnt (`start` in ihrer Datei): Grenzen und Sollwerte zählen wie vorher.
jointed-stops-joint-goes-no-further = Anschläge: Weiter geht das Gelenk nicht. Sie müssen einschließen, wo es steht.
jointed-limits = Grenzen
jointed-least-coordinate-joint-in-file = Kleinste Koordinate des Gelenks (in der Datei: rad oder m).
jointed-least = Kleinste
jointed-largest-coordinate-joint-in-file = Größte Koordinate des Gelenks (in der Datei: rad oder m).
jointed-largest = Größte
jointed-breaks-in-step-in-which-2 = Es bricht in einem Schritt, in dem es mehr Kraft tragen müsste (N).
jointed-breaks-at-force = Bricht bei einer Kraft
jointed-force = Kraft
jointed-breaks-in-step-in-which = Es bricht in einem Schritt, in dem es mehr Drehmoment tragen müsste (N·m).
jointed-breaks-at-torque = Bricht bei einem Drehmoment
jointed-torque = Drehmoment
jointed-add-joint-3 = ⏷ Gelenk hinzufügen
jointed-add-joint-2 = ⏵ Gelenk hinzufügen
jointed-add-joint-this-body = An diesem Körper ein Gelenk hinzufügen
jointed-join-this-body-another-one = Diesen Körper mit einem anderen verbinden.
jointed-kind-joint = Art des Gelenks
jointed-with = Mit
jointed-choose-body = Körper wählen
jointed-other-body-pair-that-was = Der andere Körper. Ein mit Strg+Klick gewähltes Paar wird von selbst angeboten.
jointed-joins-two-as-they-stand = Verbindet die beiden, wie sie stehen, wo sie einander am nächsten sind. Punkt, Achse und alles andere lassen sich dann ändern. Während eines Laufs nur, wenn die beiden sich seit dem Anfang nicht gegeneinander bewegt haben.
jointed-add-joint = Gelenk hinzufügen

drive-constant = konstant
drive-always-same = Immer derselbe.
drive-sine = Sinus
drive-fro-about-0-amplitude-sin = Hin und her um 0: Amplitude · sin(2π · Frequenz · t).
drive-steady = stetig
drive-goes-on-at-one-rate = Geht mit einer Rate weiter: Rate · t. Mit Steifigkeit 0 ist es ein Motor konstanter Geschwindigkeit.
drive-points = Punkte
drive-straight-lines-between-points-in = Gerade Linien zwischen Punkten in der Zeit, vor dem ersten und nach dem letzten konstant.
drive-drive = Antrieb
drive-remove-drive-2 = Antrieb entfernen
drive-joint-moves-freely-from-then = Das Gelenk bewegt sich von da an frei.
drive-remove-drive = Antrieb von { $name } entfernen
drive-motor-with-proportional-derivative = Ein Motor mit Proportional-Differential-Regelung, der das Gelenk hält, wo es steht; Sollwert und Verstärkungen lassen sich dann ändern.
drive-add-drive-2 = Antrieb hinzufügen
drive-add-drive = { $name } einen Antrieb geben
drive-stiffness-kp = Steifigkeit kp
drive-how-hard-drive-pulls-for = Wie stark der Antrieb dafür zieht, wie weit das Gelenk am Ende jedes Schritts vom Sollwert entfernt ist; 0 für einen Motor, der nur seine Geschwindigkeit hält.
drive-damping-kd = Dämpfung kd
drive-how-hard-pulls-for-how = Wie stark er dafür zieht, wie viel langsamer als der Sollwert das Gelenk ist.
drive-torque-limited = Drehmoment ist begrenzt
drive-largest-torque = Größtes Drehmoment
drive-drive-never-gives-more-than-2 = Der Antrieb gibt nie mehr als dies, Kontakte eingeschlossen (N·m).
drive-force-limited = Kraft ist begrenzt
drive-largest-force = Größte Kraft
drive-drive-never-gives-more-than = Der Antrieb gibt nie mehr als dies, Kontakte eingeschlossen (N).
drive-target = Sollwert
drive-where-joint-should-be-in = Wo das Gelenk sein soll (in der Datei: rad oder m).
drive-target-at = Sollwert bei
drive-how-fast-joint-should-go = Wie schnell das Gelenk gehen soll (in der Datei: rad/s oder m/s).
drive-rate = Rate
drive-how-far-goes-each-side = Wie weit es nach jeder Seite geht (in der Datei: rad oder m).
drive-amplitude = Amplitude
drive-frequency = Frequenz
drive-how-often-goes-fro-in = Wie oft es in einer Sekunde hin und her geht (Hz).
drive-point-at = Punkt { $number } bei
drive-when-joint-should-be-there = Wann das Gelenk dort sein soll (s).
drive-where-joint-should-be-then = Wo das Gelenk dann sein soll (in der Datei: rad oder m).
drive-value = Wert { $number }
drive-add-point = Punkt hinzufügen
drive-another-point-second-after-last = Noch ein Punkt, eine Sekunde nach dem letzten.
drive-remove-last-point = Letzten Punkt entfernen
drive-trajectory-ends-point-earlier = Die Bahn endet einen Punkt früher.

path-path = Weg
path-body-goes-from-waypoint-waypoint = Der Körper geht von Wegpunkt zu Wegpunkt, was immer im Weg ist. Der erste ist, wo er jetzt steht.
path-add-path = Weg hinzufügen
path-more-in-file = und { $count } weitere, in der Datei
path-another-waypoint-second-after-last = Noch ein Wegpunkt, eine Sekunde nach dem letzten und wo dieser ist.
path-add-waypoint = Wegpunkt hinzufügen
path-another-waypoint-where-body-stands = Noch ein Wegpunkt, wo der Körper in der aktiven Ansicht steht: zu dieser Zeit, oder eine Sekunde nach dem letzten.
path-add-here = Hier hinzufügen
path-remove-path = Weg entfernen
path-body-has-no-path-from = Der Körper hat von da an keinen Weg.
path-remove-waypoint = Wegpunkt { $number } entfernen
path-waypoint-at = Wegpunkt { $number } bei
path-when-body-there-s = Wann der Körper dort ist (s).
path-place-m = Ort { $number } (m)
path-where-frame-body-shape-then = Wo das Bezugssystem der Körperform dann ist (m).
path-turn-in = Drehung { $number } ({ $unit })
path-how-body-turned-then-rotation = Wie der Körper dann gedreht ist: Drehvektor. Zwischen zwei Wegpunkten dreht er sich auf kurzem Weg.

typed-no-number = „{ $text }“ ist nicht zu verstehen; gebraucht wird eine Zahl, etwa 0,5.
typed-no-number-in = „{ $text }“ ist nicht zu verstehen; gebraucht wird eine Zahl in { $unit }, etwa 0,5.
typed-out-of-range = „{ $text }“ wird nicht genommen; hier geht { $low } bis { $high }.
