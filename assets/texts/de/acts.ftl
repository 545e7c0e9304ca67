# Was das Fenster zu dem sagt, was verlangt wurde: was geschehen ist und was abgelehnt wurde.

change-no-such-body = es gibt keinen solchen Körper

clipboard-joints =
    { $n ->
        [one] { "" } mit { $n } Gelenk
       *[other] { "" } mit { $n } Gelenken
    }
count-bodies = { $n } Körper

unsaved-scene-shown-before-ctrl-z = die vorher gezeigte Szene „{ $name }“ (Strg+Z führt zurück)
unsaved-run-shown-before-ctrl-z = der vorher gezeigte Lauf von „{ $name }“ (Strg+Z führt zurück)
unsaved-scene-shown-ctrl-s = die gezeigte Szene (Strg+S)
unsaved-recorded-run-menu-recording = der aufgezeichnete Lauf (Menü Aufzeichnung)
unsaved-branch = der Zweig von Schritt { $from } bis { $to } (Menü Aufzeichnung)

leave-question = Vor dem Verlassen speichern?
leave-not-saved = Das ist nicht gespeichert:
leave-save = Speichern
leave-discard = Verwerfen
leave-discard-tip = Verlassen, ohne es zu speichern.
leave-stay-tip = Weiterarbeiten.
leave-save-scene = Die Szene speichern, dann verlassen.
leave-save-run = Den aufgezeichneten Lauf speichern, dann verlassen.
leave-save-lesson = Die Lektion speichern, dann verlassen.
leave-save-not-shown = Was nicht gezeigt wird, lässt sich von hier nicht speichern: abbrechen und mit Strg+Z dorthin zurückgehen.

change-changed-one-body-at-time = dies lässt sich nur an einem Körper auf einmal ändern: { $what }
change-shape-no-mesh = die Form von `{ $body }` ist kein Netz
change-would-reach-m-into-another-2 =
    so reichte `{ $body }`{ $panes ->
        [one] { "" }
       *[other] { " " }in Ansicht { $pane }
    } { $depth } in `{ $other }` hinein
change-scene-description-has-no-such = die Beschreibung der Szene hat keinen solchen Körper
change-follows-path-that-scene-gives = `{ $name }` folgt einem Weg, den die Szene vorgibt, und lässt sich nicht anderswohin setzen
change-follows-path-that-gives-velocity = `{ $name }` folgt einem Weg, der die Geschwindigkeit vorgibt: Zeiten oder Orte der Wegpunkte lassen sich ändern
change-place-must-be-given-in = der Ort von `{ $name }` muss in Zahlen angegeben werden
change-would-reach-m-into-another =
    dort reichte `{ $name }`{ $panes ->
        [one] { "" }
       *[other] { " " }in Ansicht { $pane }
    } { $depth } in `{ $other }` hinein
change-fixed-has-no-velocity = `{ $body }` ist fest und hat keine Geschwindigkeit
change-velocity-must-be-numbers-in = die Geschwindigkeit von { $called } muss aus Zahlen bestehen, in einer ebenen Szene in der Ebene

bring-only-revolute-prismatic-joints = `{ $name }`: { $kind }; nur Dreh- und Schubgelenke haben eine Koordinate
bring-brought-elsewhere-while-clock = `{ $name }` lässt sich nur bewegen, solange die Uhr steht; erst anhalten
bring-coordinate-must-be-number-at = die Koordinate von `{ $name }` muss eine Zahl von höchstens { $MAX_LENGTH } sein
bring-holds-nothing-in-pane-broken =
    `{ $name }` hält{ $panes ->
        [one] { "" }
       *[other] { " " }in Ansicht { $pane }
    } nichts: Es ist gebrochen, oder einer seiner Körper ist noch nicht eingetreten
bring-something-in-way = etwas ist ihm im Weg
bring-stands-there-or-at-its = es steht schon dort, oder an seiner Grenze
bring-stays-where = `{ $name }` bleibt, wo es ist: { $said }
bring-angle = Winkel
bring-travel = Weg
bring-joint = { $what } des Gelenks `{ $name }`
bring-in-pane = { " " }in Ansicht { $pane }
bring-stops-at-something-in-way = `{ $joint }` hält{ $whose } bei { $now } { $unit } an: Etwas ist im Weg.
bring-both-sides-held-by-by = beide Seiten von `{ $name }` sind festgehalten, von `{ $a }` und von `{ $b }`, die sich nicht bewegen; stattdessen laufen lassen und ziehen
bring-part-loop-joints-its-coordinate = `{ $name }` ist Teil einer Schleife von Gelenken, und seine Koordinate ändert sich nicht allein; stattdessen laufen lassen und ziehen

clipboard-select-bodies-that-be-copied = Erst die Körper auswählen, die kopiert werden sollen.
clipboard-on-clipboard-as-text-scene = In der Zwischenablage: { $what }{ $joints }, als Text einer Szene.
clipboard-there-no-text-on-clipboard = In der Zwischenablage ist kein Text; erst Körper kopieren (Strg+C)
clipboard-text-on-clipboard-not-scene = Der Text in der Zwischenablage ist keine Szene: Er beginnt mit { $text }; erst Körper kopieren (Strg+C)
clipboard-clipboard = die Zwischenablage

cutting-cutting-again = Noch einmal zerlegen
cutting-reading-cutting-what-not-convex = Lesen, und zerlegen, was nicht konvex ist
cutting-building-scene-with = Die Szene damit bauen
cutting-cutting = Zerlegen
cutting-mesh-solid-this-scene-flat = { $shown }: Ein Netz ist ein Körper im Raum, und diese Szene ist eben; erst eine Szene im Raum öffnen.

edit-contact-model-scene-now = { $lack }: Das Kontaktmodell der Szene ist jetzt { $model }.

act-add = Hinzufügen von
act-import = Import von `{ $body }`
act-delete = Löschen von
act-cut = Ausschneiden von
act-paste = Einfügen von { $bodies }
act-lay-on = { $name } auf { $on } legen
act-of = { $what } von { $called }
act-refused = Nichts wurde geändert: { $reason }.
act-copy = Kopieren von { $bodies }
act-group = Gruppieren von { $bodies } als `{ $group }`
act-dissolve = Auflösen der Gruppe `{ $group }`
act-dissolve-several = Auflösen von { $count } Gruppen
act-rename-group = Umbenennen der Gruppe `{ $old }` in `{ $group }`
group-stem = Gruppe
group-select-two = zwei oder mehr Körper auswählen, die eine Gruppe werden sollen
group-is-one = diese Körper sind schon die Gruppe `{ $group }`
group-nothing-selected-in-one = nichts Ausgewähltes ist in einer Gruppe
group-no-such = diese Gruppe gibt es nicht mehr
group-name-empty = eine Gruppe braucht einen Namen; der alte bleibt
group-name-taken = eine andere Gruppe heißt `{ $group }`; jede Gruppe braucht einen eigenen Namen
act-it = damit
act-them = damit
act-joint-went-with = Ein Gelenk von { $called } ging { $theirs } verloren.
act-joints-went-with = { $lost } Gelenke von { $called } gingen { $theirs } verloren.

faces-there-no-body-with-face = es gibt keinen Körper mit einer Fläche, auf die er gelegt werden könnte
faces-no-flat-face = `{ $body }` hat keine ebene Fläche

fragment-no-body-selected = kein Körper ist ausgewählt
fragment-of = { $bodies } aus { $scene }
fragment-plane = in der Ebene
fragment-space = im Raum
fragment-these-bodies-scene-in-scene = diese Körper sind aus einer Szene { $theirs }, und die gezeigte Szene ist { $ours }
fragment-there-no-room-for-there = dort ist kein Platz für `{ $name }`
fragment-there-no-room-for-bodies = dort ist kein Platz für die { $several } Körper

free-through-other-bodies = , über andere Körper,
free-joined-which-does-not-move = `{ $body }` ist{ $through } mit `{ $anchor }` verbunden, der sich nicht bewegt; laufen lassen und ziehen.

joining-remove-drive-joint = Entfernen des Antriebs von Gelenk `{ $name }`
joining-drive-joint-2 = { $what } des Antriebs von Gelenk `{ $name }`
joining-forces = Kräfte auf `{ $body }`
joining-path = Weg von `{ $body }`
joining-there-no-such-joint = es gibt kein solches Gelenk
joining-there-no-such-drive = es gibt keinen solchen Antrieb
joining-joins = { $joint } verbindet `{ $first }` und `{ $second }`.
joining-add-joint = Hinzufügen von Gelenk `{ $name }`
joining-joint-2 = Das Gelenk `{ $name }` ({ $kind })
joining-bodies-have-moved-against-each = die Körper von `{ $joint }` haben sich seit dem Anfang gegeneinander bewegt, sodass es jetzt in Ansicht { $pane } { $error } m auseinander wäre; erst zurücksetzen
joining-what-drove-went-with = Was `{ $name }` antrieb, ging mit.
joining-remove-joint = Entfernen von Gelenk `{ $name }`
joining-there-joint-already-every-joint = es gibt schon ein Gelenk `{ $name }`; jedes Gelenk braucht einen eigenen Namen
joining-scene-description-has-no-such = die Beschreibung der Szene hat kein solches Gelenk
joining-what-drove-went-drove-joint = Was `{ $joint }` antrieb, ging: Es trieb ein Gelenk anderer Art an.
joining-joint = { $what } von Gelenk `{ $joint }`
joining-stands-at-in-pane-which = `{ $name }` steht in Ansicht { $pane } bei { $now } { $unit }, was nicht zwischen { $low } und { $high } { $unit } liegt; erst dorthin bewegen
joining-only-revolute-prismatic-joints = `{ $name }`: { $kind }; nur Dreh- und Schubgelenke werden angetrieben
joining-drive-joint = Antrieb für Gelenk `{ $name }`

spawn-not-convex-was-cut-into = { $shown } ist nicht konvex: Es wurde in { $parts } konvexe Teile zerlegt, deren Oberfläche innerhalb von { $error } m des Netzes liegt; das Feld des Körpers sagt mehr.{ " " }
spawn-its-convex-hull-was-taken = { $why }. Genommen wurde seine konvexe Hülle, die { $hull_volume } m³ fasst, wo das Netz { $volume } m³ fasst.{ " " }
spawn-m-large-lengths-in-file = { $remark }Es ist { $sides } m groß; Längen in der Datei zählen als Meter.
spawn-there-no-room-for-there = dort ist kein Platz für `{ $body }`
spawn-shape-makes-no-body = die Form ergibt keinen Körper

hand-follows-path-that-scene-gives = `{ $name }` folgt einem Weg, den die Szene vorgibt, und lässt sich nicht von Hand bewegen.
hand-turn = { $moved } drehen
hand-move = { $moved } verschieben
hand-pull = an `{ $name }` ziehen
hand-was = Er wurde
hand-they-were = Sie wurden
hand-cannot-start-there-put-back = { $moved } kann dort nicht beginnen: { $error }. { $them } zurückgesetzt.

snap-bodies-that-moved-by-hand-2 = Was von Hand bewegt wird, rastet auf { $grid } m und { $angle }° ein; mit Strg geht es frei.
snap-bodies-that-moved-by-hand = Was von Hand bewegt wird, geht frei; mit Strg rastet es ein.

viewing-there-one-pane-only-ghost = Es gibt nur eine Ansicht: Ein Umriss braucht eine andere.
viewing-camera-follows = Die Kamera folgt `{ $body }`.
viewing-select-body-follow-first = Erst einen Körper auswählen, dem sie folgen soll.
viewing-camera-stands-still-again = Die Kamera steht wieder still.

quality-low-quality-was-chosen-graphics = Niedrige Qualität wurde gewählt: Der Prozessor rechnet die Grafik ({ $adapter }). Q ändert sie.

go-deepest-overlap-focused-pane-so = Die bisher tiefste Überlappung der aktiven Ansicht: { $depth }.
go-no-bodies-focused-pane-have = Bisher haben sich keine Körper der aktiven Ansicht überlappt.
go-largest-residual-focused-pane-so = Das bisher größte Residuum der aktiven Ansicht: { $value }.
go-no-step-focused-pane-has = Kein Schritt der aktiven Ansicht hat ein Residuum über null.
go-reset = Zurücksetzen
go-undone = Rückgängig: { $label }.
go-done-again = Wiederholt: { $label }.
go-there-nothing-undo = Es gibt nichts rückgängig zu machen.
go-there-nothing-do-again = Es gibt nichts zu wiederholen.
go-change-branch = Wechsel des Zweigs
go-forget-branch = Vergessen eines Zweigs

recheck-there-no-recorded-steps-check = Es gibt noch keine aufgezeichneten Schritte zu prüfen.
recheck-recording-was-changed-while-was = Die Aufzeichnung wurde während der Prüfung geändert; bitte noch einmal prüfen.
recheck-pane-does-not-repeat-step = Ansicht { $pane } ({ $model }) wiederholt Schritt { $step } nicht bitgenau.
recheck-all-recorded-steps-were-taken = Alle { $steps } aufgezeichneten Schritte wurden noch einmal gerechnet und sind bitgenau dieselben.

recorded-recording-starts-at-step-earlier = Die Aufzeichnung beginnt bei Schritt { $first }; frühere Schritte sind vergessen.
recorded-pane-does-not-repeat-step = Ansicht { $pane } ({ $model }) wiederholt Schritt { $step } nicht bitgenau; gezeigt wird der aufgezeichnete Zustand.
recorded-cannot-be-written = { $path } lässt sich nicht schreiben: { $reason }.
recorded-holds-no-steps = { $path } enthält keine Schritte.
recorded-too-many-panes = { $path } ist beschädigt: es sind { $count } Ansichten, und 1 bis { $most } können es sein.
recorded-was-recorded-by-version-check = Sie wurde mit Version { $program } aufgezeichnet; bitte prüfen, ob diese Version sie wiederholt.
recorded-holds-what-this-version-does = Sie enthält, was diese Version nicht kennt und auslässt ({ $unknown }); ihre Schritte wiederholen sich vielleicht nicht.

recovering-session-being-read-already = Eine Sitzung wird schon gelesen.
recovering-there-no-session = Es gibt keine Sitzung { $name }.
recovering-reading-what-was-kept = Gelesen wird, was von „{ $scene }“ aufbewahrt ist.
recovering-stays-where-what-shown-was = { $error } Es bleibt, wo es ist; was gezeigt wird, blieb erhalten.
recovering-what-shown-was-kept = { $reason }. Was gezeigt wird, blieb erhalten.
recovering-empty-session-cannot-be-removed = Eine leere Sitzung lässt sich nicht entfernen: { $error }.
recovering-what-was-done-in-back = Was in „{ $scene }“ geschah, ist wieder da.
recovering-will-be-offered-again = { $folder }: { $error }; es wird wieder angeboten.
recovering-was-not-deleted = { $reason }; es wurde nicht gelöscht.
recovering-there-no-folder-for-state = es gibt keinen Ordner für Zustände
recovering-thread-that-keeps-work-has = der Thread, der Arbeit aufbewahrt, ist zu Ende
recovering-what-not-saved-cannot-be = Was nicht gespeichert ist, lässt sich in { $folder } nicht zur Wiederherstellung aufbewahren: { $error }.
recovering-window-ended-by-error-more = Ein Fenster endete durch einen Fehler: { $crash } (mehr in { $path }).

run-change-model = Wechsel des Modells
run-change-solver = Wechsel des Lösers
run-change-geometry = Wechsel der Geometrie
run-change-friction-cone = Wechsel des Reibungskegels
run-change-stabilisation = Änderung der Stabilisierung
run-change-friction = Änderung der Reibung
run-change-springs = Änderung der Federn
run-change-impacts = Änderung der Stöße
run-change-panes = Änderung der Ansichten
run-change-step-size = Änderung der Schrittweite
run-step-took-long-was-stopped = Schritt { $step } dauerte lange und wurde angehalten; der Zustand davor bleibt.
run-step-s-stays-at-s = Ein Schritt von { $h } s: { $wanted }; es bleibt bei { $now } s.
run-pane-stands-still = Ansicht { $pane } ({ $title }) steht still: { $reason }.
run-left-scene = `{ $name }` hat die Szene unter { $model } verlassen: { $distance } entfernt, mit { $speed }/s.
run-scene-s-over-run-again = Die { $duration } s der Szene sind um; noch einmal starten, um weiterzurechnen.
run-step-stopped-by-error-in = Schritt { $step } endete durch einen Fehler im Programm: { $reason }; der Zustand blieb, wie er war

error-in-the-program = ein Fehler im Programm: { $reason }
kept-what-keeps-cannot-be-read = Was { $path } aufbewahrt, lässt sich nicht lesen: { $reason }.
kept-cannot-be = „{ $act }“ lässt sich nicht { $what }: { $reason }.
kept-undone = rückgängig machen
kept-done-again = wiederholen
kept-moment-longer-than-should-be = Augenblick { $record } ist länger, als er sein sollte
kept-moment-has-panes-1-can = ein Augenblick hat { $count } Ansichten, und 1 bis { $MAX_PANES } sind möglich
kept-its-moment-not-there = sein Augenblick ist nicht da
kept-branch-from-step-lost = Ein Zweig von Schritt { $from } ist verloren: { $reason }.
kept-state-has-another-number-bodies = ein Zustand hat eine andere Zahl von Körpern als seine Szene
kept-recording-names-steps-that-not = eine Aufzeichnung nennt Schritte, die nicht da sind
kept-samples-its-plots-not-in = die Messwerte ihrer Verläufe sind nicht in der Reihenfolge ihrer Schritte
kept-oldest-recorded-steps = die ältesten aufgezeichneten Schritte
kept-acts-longest-ago = die { $count } ältesten Handlungen zum { $what }
kept-undo = Rückgängigmachen
kept-do-again = Wiederholen
kept-too-large-be-kept = Zu groß zum Aufbewahren: { $parts }.
kept-what-not-saved-will-not = { $folder }: { $error }. Was nicht gespeichert ist, übersteht keinen Absturz.
kept-no-name-for-new-session = kein Name für eine neue Sitzung ist frei
kept-window-has-open = ein Fenster hat sie offen
kept-its-list-was-cut-off = ihre Liste wurde abgeschnitten
kept-its-list-damaged = ihre Liste ist beschädigt
kept-was-left-by-version-which = sie wurde von Version { $program } hinterlassen, die allein sie lesen kann
kept-no-name-free = kein Name ist frei
kept-part-takes-more-than-4 = ein Teil davon braucht mehr als 4 GiB
kept-bytes-missing = { $count } Bytes fehlen
kept-does-not-begin-as-such = sie beginnt nicht, wie eine solche Datei beginnt
kept-record-damaged = Eintrag { $record } ist beschädigt
kept-record-not-there-or-not = Eintrag { $number } ist nicht da oder nicht, was er sein sollte
