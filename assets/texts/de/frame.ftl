# Die Leisten um die Ansichten: Werkzeugleiste, Menüs, Zeitachse, Überschriften der Ansichten.

stage-detect = finden
stage-formulate = aufstellen
stage-solve = lösen
stage-rest = übrige

find-overlay = Einblendung
find-in-pane = { " " }in Ansicht { $pane }
find-model = Modell
find-solver = Löser
find-focus-pane = Ansicht { $pane } aktivieren ({ $model })
find-pane-that-inspector-commands-for = Die Ansicht, um die es dem Inspektor und den Befehlen für eine Ansicht geht.
group-panes-models = Ansichten und Modelle
find-look = Aussehen
find-look-2 = Aussehen: { $theme }
find-recent = Zuletzt
find-lesson = Lektion
find-scene = Szene
find-body = Körper
find-select-this-body = Diesen Körper auswählen.

layout-edge-panel = Rand des Felds: { $panel }
layout-compare = Vergleich
layout-numbers-all-panes-side-by = Die Zahlen aller Ansichten nebeneinander.
layout-solver = Löser

toolbar-this-scene-has-no-file = Diese Szene hat noch keine Datei.
toolbar-was-edited-since-was-loaded = { "\u000A" }Sie wurde bearbeitet, seit sie geladen oder gespeichert wurde.
toolbar-behind = { $lag } zurück
toolbar-step = Schritt { $step }
toolbar-simulated-time-steps-since-start =
    Simulierte Zeit, und Schritte seit dem Anfang.
    { $rate } Schritte je Sekunde Echtzeit.
toolbar-steps-take-longer-than-clock = { "\u000A" }Die Schritte brauchen länger, als die Uhr erlaubt: Der Lauf ist langsamer als verlangt, nie ungenauer.
toolbar-run-has-reached-duration-that = { "\u000A" }Der Lauf hat die Dauer erreicht, die die Szene angibt.
toolbar-simulated-seconds-per-real-second =
    { $speed }: simulierte Sekunden je Sekunde Echtzeit, { $least } bis { $most }.
    { $faster } schneller, { $slower } langsamer; Doppelklick für Echtzeit.
toolbar-step-size-h-all-panes =
    Schrittweite h aller Ansichten. Ziehen, oder klicken und tippen.
    Kontakte werden über einen Schritt linearisiert (2.25): Ein größeres h zeigt eher, was ein Modell falsch macht.
toolbar-panes = Ansichten
toolbar-view = Bild
toolbar-view-2 = Darstellung ⏷
toolbar-overlays = Einblenden
toolbar-overlays-2 = Einblenden ⏷
toolbar-bodies-pane-as-outlines-in = Die Körper von Ansicht { $pane } ({ $title }) als Umrisse in den anderen.
toolbar-follow-body = Körper folgen
toolbar-orthographic = Orthografisch
toolbar-linked-cameras = Gekoppelte Kameras
toolbar-high-quality = Hohe Qualität
toolbar-size-text = Schriftgröße
toolbar-text-panels-relative-their-usual = Schrift und Felder gegenüber ihrer üblichen Größe.
toolbar-tenth-smaller = Ein Zehntel kleiner.
toolbar-tenth-larger = Ein Zehntel größer.
toolbar-numbers-inspector = Zahlen und Inspektor
toolbar-timeline-plots = Zeitachse und Verläufe
toolbar-scenes = Szenen
toolbar-shows-or-hides-all-panels =
    { $name }
    { $key } zeigt oder verbirgt alle Felder.

build-file = Datei
build-build = Bauen
build-files-building = Dateien und Bauen.
build-file-menu = Datei ⏷
build-build-menu = Bauen ⏷
build-add-bodies-scene-copy-delete = Körper in die Szene setzen, kopieren und löschen, rückgängig machen und wiederholen.
build-undo = Rückgängig
build-redo = Wiederholen
build-there-nothing =
    { $name } ({ $key })
    Nichts da für „{ $verb }“.
build-no-file-yet = noch keine Datei
build-edited = { " " }(bearbeitet)
build-add-body = Körper hinzufügen
build-size = Durchmesser
build-diameter-sphere-around-new-bodies = Durchmesser der Kugel um ihn. Neue Körper haben Dichte, Reibung und Stoßzahl der Körper der Szene.
build-as-others = wie die anderen
build-fixed = fest
build-new-body-never-moves = Der neue Körper bewegt sich nie.
build-while-clock-stands-drag-body = Solange die Uhr steht, einen Körper ziehen, um ihn zu verschieben; der ausgewählte hat Griffe zum Verschieben und Drehen. Umschalt wählt mehrere aus. Körper gehen nicht ineinander.
build-snap = Einrasten
build-distance-points-grid-for-centres = Abstand der Gitterpunkte, für Schwerpunkte.
build-angle-between-marks-which-rings = Winkel zwischen den Marken, zu denen die Ringe drehen, von dort an, wo sie angefasst werden.
build-add = { $name } hinzufügen
build-add-in-middle-focused-view = { $name } hinzufügen: in der Mitte der aktiven Ansicht, oder über dem, was dort ist.

export-film-being-recorded-pictures-so =
    Ein Film wird aufgenommen: bisher { $pictures ->
        [one] { $pictures } Bild
       *[other] { $pictures } Bilder
    }, in { $folder }. { $waiting }
    Klick beendet ihn.
export-film-waits = ⏺ { $pictures } · Leertaste startet
export-film = Film { $done }/{ $all }
export-film-being-made-its-pictures =
    Aus den Bildern wird ein Film gemacht.
export-cancel-making-film = Film abbrechen; seine Bilder bleiben
export-export = Export
export-export-2 = Export ⏷
export-run-for-others = Der Lauf, für andere
export-folder = Ordner
export-next-comes-when-clock-runs = Das nächste kommt, wenn die Uhr läuft.
export-pictures = Bilder
export-film-2 = Film
export-end-film = Film beenden
export-no-more-pictures-film-made = Keine weiteren Bilder; daraus wird ein Film, oder eine Meldung sagt, wie.
export-pictures-per-second = Bilder je Sekunde
export-pictures-for-each-second-simulated = Bilder je Sekunde der simulierten Zeit. 30 oder 60 laufen in Echtzeit; 300, mit 30 je Sekunde gezeigt, machen alles zehnmal langsamer.
export-film-toolbar-panels-as-well = Auch Werkzeugleiste und Felder filmen. Sonst die Ansichten mit ihren Überschriften.
export-whole-window = Das ganze Fenster
export-made-into = Format
export-numbers-run = Zahlen des Laufs
export-one-plot-as-csv = Ein Verlauf als CSV
export-one-line-per-step-one = Eine Zeile je Schritt, eine Spalte je Ansicht.
export-one-pane = Von einer Ansicht
export-report = Bericht
export-trajectory = Bahn
export-files-numbered-nothing-overwritten =
    { $folder }
    Dateien werden nummeriert; nichts wird überschrieben.
export-choose-folder = Ordner wählen
export-where-pictures-films-exported = Wohin Bilder, Filme und exportierte Zahlen kommen.

timeline-pane = Ansicht { $pane }: { $text }
timeline-step-did-not-repeat-bit = { "\u000A" }Schritt { $step } hat sich nicht bitgenau wiederholt.
timeline-step-shown-last-step-recorded = Gezeigter Schritt und letzter aufgezeichneter Schritt.
timeline-checking = geprüft { $done } / { $total }
timeline-timeline-step = Zeitachse: Schritt { $now } von { $last }
timeline-recorded-steps-click-or-drag =
    Aufgezeichnete Schritte: klicken oder ziehen, um dorthin zu gehen; mit dem Fokus gehen die Pfeiltasten. Die laufende Uhr wiederholt, was aufgezeichnet ist, und rechnet an dessen Ende weiter; nach einer Änderung unterwegs bleibt als Zweig erhalten, was danach kam.
    Marken: zugeschnappte Fallen in der Farbe des Modells; Punkte, was von Hand geschah; Dreiecke, die tiefste Überlappung (zinnoberrot) und das größte Residuum (blau) der aktiven Ansicht.
timeline-body = ein Körper
timeline-yellow-panes-part-at-step = { "\u000A" }Gelb: Die Ansichten trennen sich bei Schritt { $step } ({ $time }): `{ $name }` weicht um { $distance } ab, mehr als { $limit }.
timeline-pane-stands-still-at-moment = { "\u000A" }Eine Ansicht steht still in einem Augenblick vor der letzten Änderung der Szene.
timeline-branch-from-step = { "\u000A" }Zweig: von Schritt { $from } bis { $to } ({ $title }).

recording-recording = Aufzeichnung
recording-recording-1-branch = Aufzeichnung · 1 Zweig
recording-recording-branches = Aufzeichnung · { $branches } Zweige
recording-jumps-check-bit-for-bit = Sprünge, bitgenaue Prüfung, Zweige, Dateien und Speicher der Aufzeichnung.
recording-go = Gehe zu
recording-where-panes-part-step = Wo die Ansichten sich trennen (Schritt { $step })
recording-repeat = Wiederholen
recording-files = Dateien
recording-branches = Zweige
recording-none-go-back-change-something = Keine. Zurückgehen, etwas ändern oder an einem Körper ziehen, und laufen lassen: Was danach kam, bleibt hier erhalten.
recording-from-to = von { $from } bis { $to }
recording-step = Schritt { $step }
recording-go-there-present-run-becomes =
    { $title }
    Dorthin gehen; der jetzige Lauf wird ein Zweig.
recording-forget = Vergessen
recording-forget-this-branch-undo-brings = Diesen Zweig vergessen; Rückgängig bringt ihn wieder.
recording-memory = Speicher
recording-mb-in-use = { $used } MB belegt
recording-mb-by-branches = , { $kept } MB dazu durch Zweige
recording-steps-before-forgotten = ; Schritte vor { $first } sind vergessen
recording-at-most = Höchstens
recording-memory-for-recording-each-pane = Speicher für die Aufzeichnung jeder Ansicht; darüber werden die ältesten Schritte vergessen.
recording-mb-per-pane = { " " }MB je Ansicht

parting-its-radius = { $share } des Radius
parting-parted-at = getrennt bei { $time }
parting-apart = getrennt
parting-not-parted = nicht getrennt
parting-panes-have-parted-where-body = Die Ansichten haben sich getrennt, wo ein Körper von seinem Ort in der Bezugsansicht ({ $reference }) weiter entfernt ist als { $limit }. Klick, um beides zu ändern.
parting-panes-part-when-body-apart = Die Ansichten trennen sich, wenn ein Körper weiter entfernt ist als
parting-share-its-radius = Anteil des Radius
parting-relative-size-each-body = Bezogen auf die Größe jedes Körpers.
parting-metres = Meter
parting-same-length-for-all-bodies = Dieselbe Länge für alle Körper.
parting-radius = { " " }× Radius
parting-drag-or-click-type-0 = Ziehen, oder klicken und tippen: 0.01 oder 1e-6.
parting-measured-against = Gemessen gegen
parting-most-exact-model-shown = Das genaueste gezeigte Modell
parting-last-pane-whose-model-takes = Die letzte Ansicht, deren Modell den freien Raum nimmt, wie er ist.
parting-mixed = { $reason } Sie ist kein Maß für die anderen, bis sie vom Start an gelaufen ist.
parting-pane = Ansicht { $pane } ({ $model })

pane-pane = Ansicht { $pane }: { $model }
pane-not-in-this-scene = Nicht in dieser Szene: { $lack }.
pane-contact-model =
    Kontaktmodell { $model }.
    { $meaning }
pane-pane-contact-model = Ansicht { $pane }, Kontaktmodell: { $model }
pane-source =
    { $said }.
    Quelle: { $source }.
pane-semi = halb
pane-method = Verfahren
pane-geometry = Geometrie
pane-looks-at-bodies-where-they = { $model } sieht die Körper dort an, wo sie sind, und nirgends sonst.
pane-default = { " " }(Vorgabe von { $model })
pane-impacts = Stöße
pane-stabilisation = Stabilisierung
pane-friction = Reibung
pane-friction-cone = Reibungskegel
pane-solver = Löser
pane-forces-integrated-there-no-problem = Kräfte werden integriert: Es gibt kein Problem zu lösen.
pane-exact-has-one-method-its = Exact hat ein eigenes Verfahren.
pane-solver-literal-form-4-50 = Löser der wörtlichen Form (4.50)
pane-pane-geometry-solver = Ansicht { $pane }, Geometrie und Löser
pane-its-own = sein eigener
pane-friction-cone-2 = { "\u000A" }Reibungskegel: { $cone }.
pane-impacts-2 = { "\u000A" }Stöße: { $impact }.
pane-geometry-solver =
    Geometrie: { $geometry }. { $meaning }{ $impact }{ $cone }
    Löser: { $solver }.
pane-only-exact-with-implicit-geometry = Nur Exact mit impliziter Geometrie kann einen Schritt enden lassen, wo Körper sich treffen.
pane-default-exact-with-up-bodies = { " " }(Vorgabe von Exact, wo bis zu { $SPLIT_BODIES } Körper nahe beieinander sind)
pane-default-exact-with-more-than = { " " }(Vorgabe von Exact, wo mehr als { $SPLIT_BODIES } Körper nahe beieinander sind; Schritte von weniger enden an Stößen)
pane-0-gaps-not-looked-at = 0: Abstände werden nicht beachtet und wandern. 1: ein ganzer Abstand in einem Schritt.
pane-brakes-what-slides-straight = { $model } bremst, was gleitet, gerade gegen seinen Weg.
pane-writes-linear-problems-has-pyramid = { $model } schreibt lineare Probleme: Es hat die Pyramide (2.21).
pane-from =
    { $title }
    { $description }.
    Aus: { $source }.
pane-contacts =
    { $n ->
        [one] Kontakt
       *[other] Kontakte
    }
pane-potential-contacts-pairs-features = Mögliche Kontakte: Paare von Flächen, Kanten und Ecken, die nahe genug sind, um sich im Schritt zu berühren.
pane-traps =
    { $n ->
        [one] Falle
       *[other] Fallen
    }
pane-places-where-standard-model-would = Stellen, an denen das Standardmodell mehrere Kontakte erzwänge, obwohl die wahre Geometrie nur einen davon verlangt.
pane-sprung = aktiv
pane-traps-which-contact-violated-after = Fallen, von denen ein Kontakt nach dem Schritt verletzt ist: Die gefundene Bewegung führt dahin, wo er sie verbietet, der Körper ist also entkommen. Was festgehalten wird, hat Fallen, von denen keine zugeschnappt ist. Auch im Standardmodell, das ihn nur einmal fordert, an den Lagen am Anfang des Schritts, von denen aus Körper sich drehen.
pane-worst = größte { $depth }
pane-stands-still = { $model } steht still
pane-try-again = Noch einmal
pane-run-on-from-last-good = Vom letzten guten Zustand weiterrechnen.
pane-back-start = Zurück zum Anfang

unable-cannot-do-this-scene = { $model } kann diese Szene nicht
unable-this-pane-stands-still = { $lack }. Diese Ansicht steht still.
unable-show-here = Hier { $model } zeigen
unable-this-pane-goes-over-model = Diese Ansicht wechselt zu einem Modell, das die Szene kann.
unable-they-stand-still-in-this = Sie stehen in dieser Szene still und kommen mit der nächsten, die sie können, von selbst zurück.
unable-show-all-same = Dennoch zeigen
unable-show-them-all-same = Dennoch zeigen
unable-stands-in-for = { $model } springt ein für { $titles }
unable-left-out = Weggelassen: { $titles }

momentum-keeps = erhält { $laws }.
momentum-not-told-model = nicht angegeben, { $reason }. Das Modell { $law }
momentum-nothing-has-run = nichts ist gelaufen
momentum-bodies-were-changed-or-pulled = Körper wurden von Hand geändert oder gezogen
momentum-bodies-not-those-start = die Körper sind nicht die vom Anfang
momentum-nothing-moves = nichts bewegt sich

meter-area = Fläche
meter-volume = Volumen
meter-truth-meter-how-far-real =
    Überlappungsmesser: wie weit die wahren Körper ineinanderreichen, gemessen mit Code, der mit den Kontaktmodellen nichts teilt.

    Tiefe jetzt { $depth }, größte im Lauf { $worst }.
    Überlappung ({ $measure }) jetzt { $overlap }, größte { $most }.
meter-deepest-now = { "\u000A" }Jetzt am tiefsten: `{ $first }` und `{ $second }`.
meter-other-model-until = { $model } bis { $time }
meter-worst-since = seit { $time }: { $depth }
meter-since-model = Das Größte zählt ab { $time }: davor hat { $model } diese Ansicht gerechnet.
meter-since-settings = Das Größte zählt ab { $time }: davor wurde diese Ansicht mit anderen Einstellungen gerechnet.
meter-since-step-size = Das Größte zählt ab { $time }: davor war die Schrittweite { $h }.
meter-bar-goes-from-1-pm = { "\u000A\u000A" }Der Balken geht von 1 pm bis 10 cm, eine Zehnerpotenz nach der anderen; der Strich ist der bisher größte Wert.

model-every-nearby-face-pushes-at = Jede nahe Fläche drückt zugleich, wie in den meisten Physik-Engines. An Ecken verbietet das Bewegungen, die frei sind: Körper kleben, springen oder sinken ein.
model-as-standard-but-only-speeds = Wie Standard, aber nur Geschwindigkeiten zählen: Was nahe ist, kommt nicht näher, und was überlappt, bleibt so, wenn nicht ein Anteil γ des Abstands in jedem Schritt geschlossen werden soll. Abstände wandern.
model-both-bodies-grow-or-shrink = Beide Körper wachsen oder schrumpfen, bis sie sich eben berührten: Ecken auf Flächen und Kanten auf Kanten, die es zuerst tun, dürfen nur so weit näher kommen, wie ein Anteil γ des Rests erlaubt. Ein Problem je Schritt; an Ecken kleben Körper wie unter Standard.
model-vertex-at-corner-may-leave = Eine Ecke darf an einer Spitze nach beiden Seiten weg (Nguyen). Kanten gegen Kanten sind wie unter Standard.
model-polytope-exact-geometry-at-corners = Polytope Exact Geometry: An Ecken und Kanten darf ein Körper nach jeder freien Seite weg (Dissertation, Kapitel 4). Körper, die sich im Schritt schnell drehen, können noch ein wenig überlappen.
model-any-two-bodies-one-face = Je zwei Körper trennt am Ende jedes Schritts eine Fläche oder ein Kantenpaar. Nichts überlappt um mehr als etwa 1 nm, und nichts wird von dem gehalten, was es nicht berührt, bei jeder Schrittweite. Braucht mehr Zeit je Schritt.
model-nothing-done-before-two-bodies = Nichts geschieht, ehe zwei Körper überlappen. Dann drückt ein Kontakt sie im nächsten Schritt auseinander: Sie springen so weit, wie sie eingesunken sind, und kommen nie zur Ruhe (Dissertation 5.2.3).
model-spring-damper-push-two-bodies = Feder und Dämpfer drücken zwei Körper an dem Punkt auseinander, an dem einer am tiefsten im anderen ist. Sie liegen ineinander und kippeln von Ecke zu Ecke. Ohne Gelenke.
model-springs-dampers-push-on-whole = Federn und Dämpfer drücken auf die ganze Grenzfläche des Volumens, das zwei Körper gemeinsam haben, umso stärker, je länger sie ineinanderliegen. Sie ruhen, aber tief ineinander, wo viel auf ihnen liegt. Ohne Gelenke.
model-semi-implicit = Halbimplizit
model-implicit = Implizit
model-contacts-straightened-out-once = Kontakte werden einmal begradigt, dort, wo die Körper am Anfang des Schritts sind, wie in den Arbeiten: schnell, aber ein wenig falsch bei Körpern, die sich drehen.
model-contacts-evaluated-where-bodies = Kontakte werden dort ausgewertet, wo die Körper am Ende des Schritts sind, so oft, bis sich daran nichts mehr ändert: wahre Abstände am Ende des Schritts, für mehr Zeit.
model-whole-steps = Ganze Schritte
model-steps-end-at-impacts = Schritte enden bei Stößen
model-blow-acts-at-its-instant = Ein Stoß wirkt in seinem Augenblick, aber die Körper warten bis zum Ende des Schritts dort, wo sie sich trafen: schnell, und ein wenig falsch bei Körpern, die sich drehen oder springen.
model-step-cut-where-bodies-meet = Ein Schritt wird geteilt, wo Körper sich treffen, und geht von dort weiter: Sprünge behalten ihre Energie, für etwa drei weitere Lösungen je Stoß.
model-quadratic = Quadratisch
model-pyramid = Pyramide
model-friction-same-in-every-direction = Die Reibung ist in jeder Richtung gleich (2.16)–(2.20): Was gleitet, wird gerade gegen seinen Weg gebremst.
model-friction-in-scene-number = Reibung in der Zahl der Richtungen der Szene (2.21), wie in den Arbeiten: Zwischen zweien ist sie zu schwach und lenkt ab, was gleitet.
model-coulomb = Coulomb
model-what-slides-braked-by-times = Was gleitet, wird mit μ mal der Druckkraft gebremst und bleibt auf der Fläche.
model-convex-relaxation = Konvexe Relaxation
model-one-convex-problem-step-anitescu = Ein konvexes Problem je Schritt (Anitescu 2006): Reibung wie bei Coulomb, aber was gleitet, hebt mit μ mal seiner Geschwindigkeit ab.

sparkline-click-show-in-first-plot =
    { $name }
    { $meaning }{ $more }
    { $span } Klick: im ersten Verlauf zeigen.
sparkline-curve-steps = Kurve: Schritte { $first } bis { $last }.
sparkline-curve-nothing-yet = Kurve: noch nichts.
sparkline-time-last-steps-by-stage = Zeit der letzten Schritte, nach Stufen
sparkline-no-step-yet = noch kein Schritt
sparkline-wall-time-each-last-steps = Echtzeit jedes der letzten Schritte, nach Stufen. Gelbes Ende: länger als die Skala.
sparkline-step-click-go-there =
    Schritt { $step }: { $time } ({ $parts })
    Klick: dorthin gehen.

widget-title-bar = Titelleiste: { $title }

palette-command-overlay-model-solver-scene = Befehl, Einblendung, Modell, Löser, Szene oder Körper
palette-nothing-fits-fewer-or-other = Nichts passt. Weniger oder andere Buchstaben vielleicht.

layout-scenes = Szenen
layout-numbers = Zahlen
layout-plots = Verläufe
layout-inspector = Inspektor
layout-explainer = Inspektor, Erklärung
export-cancel-film = Film abbrechen
export-cancel-film-tip = Keine weiteren Bilder und kein Film; die aufgenommenen bleiben.
export-film-into-file = Film in eine Datei aufnehmen…
export-film-into-file-tip = Dasselbe in eine Datei nach Wahl: die Endung des Namens, .mp4, .webm, .gif oder .webp, sagt, was daraus wird.
export-captions = Beschriftung
export-captions-tip = Über jeder Ansicht der Name des Modells, darunter Szene und simulierte Zeit, in Buchstaben, die in der Größe des Films lesbar sind.
export-beside-model = Neben dem Modell
export-own-sentence = Ein eigener Satz, unter den Ansichten
export-sentence-below-film = Satz unter dem Film
recover-lesson = die Lektion „{ $lesson }“
