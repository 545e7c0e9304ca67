# Einstellungen, Hilfe, und was das Programm von sich sagt.

severity-info = Hinweis
severity-warning = Warnung
severity-error = Fehler

format-not-number = keine Zahl
format-moment-ago = gerade eben
format-min-ago = vor { $count } min
format-h-ago = vor { $count } h
format-days-ago = vor { $count } Tagen

settings-language = Sprache
settings-language-tip = Für Menüs, Felder, Hinweise, Lektionen und die Szenen des Programms. Was die Physik selbst meldet, bleibt englisch.
settings-language-system = Systemsprache
settings-language-system-tip = Die Sprache des Systems, wenn das Fenster sie spricht; sonst Englisch.
settings-settings = Einstellungen
settings-look = Aussehen
settings-panes = Ansichten
settings-panels = Felder
settings-files = Dateien
settings-help = Hilfe
settings-settings-kept-for-next-start = Einstellungen bleiben für den nächsten Start erhalten. `pegsim --reset-settings` beginnt mit den üblichen.
settings-theme = Farben
settings-dark-or-light-panels-background = Dunkle oder helle Felder und Hintergrund (D wechselt zwischen ihnen).
settings-size-text = Schriftgröße
settings-text-panels-relative-their-usual = Schrift und Felder gegenüber ihrer üblichen Größe.
settings-quality = Qualität
settings-how-much-picture-costs-physics = Was das Bild kosten darf. Die Physik ist dieselbe.
settings-automatic = Automatisch
settings-low-where-graphics-run-on = Niedrig, wo der Prozessor die Grafik rechnet, sonst hoch; gilt ab dem nächsten Start.
settings-low = Niedrig
settings-flat-shading-no-shadows-for = Flache Schattierung ohne Schatten: für schwache Grafik und Softwaretreiber.
settings-high = Hoch
settings-shadows-smooth-edges = Schatten und glatte Kanten.
settings-back-100 = Zurück auf 100 % ({ $key }).
settings-usual = Üblich
settings-side-by-side = Nebeneinander
settings-contact-models-shown-next-each = Kontaktmodelle, die nebeneinander gezeigt werden.
settings-cameras = Kameras
settings-whether-panes-seen-from-same = Ob die Ansichten vom selben Ort aus gesehen werden.
settings-one-camera-for-all-panes = Eine Kamera für alle
settings-shown = Gezeigt
settings-panels-around-views-f9-shows = Die Felder um die Ansichten (F9 zeigt oder verbirgt alle).
settings-scenes = Szenen
settings-scenes-scene-folder-those-opened = Die Szenen des Szenenordners und die zuletzt geöffneten.
settings-numbers = Zahlen
settings-comparison-panes-inspector = Der Vergleich der Ansichten und der Inspektor.
settings-timeline-plots = Zeitachse und Verläufe
settings-recorded-past-quantities-over-time = Die aufgezeichnete Vergangenheit, und Größen über der Zeit.
settings-changed-files = Geänderte Dateien
settings-what-happens-when-scene-file = Was geschieht, wenn sich die Szenendatei auf der Platte ändert.
settings-when-file-scene-or-mesh = Wenn sich die Datei der Szene oder ein Netz darin auf der Platte ändert, wird sie sogleich neu gelesen. Kamera, Modelle und Einblendungen bleiben, und eine laufende Uhr läuft weiter. Eine fehlerhafte Datei lässt die Szene, wie sie ist.
settings-read-scene-again = Szene neu lesen
settings-recent-files = Zuletzt geöffnet
settings-scenes-opened-lately = Zuletzt geöffnete Szenen und Aufzeichnungen.
settings-forget-all =
    { $count ->
        [one] Die eine Datei vergessen
       *[other] Alle { $count } Dateien vergessen
    }

timing-take-over-steps = Schritte übernehmen
timing-finished-steps-go-into-recording = Fertige Schritte kommen in die Aufzeichnung und die Verläufe.
timing-keys-mouse = Tasten und Maus
timing-what-under-mouse-what-dragged = Was unter der Maus ist, was gezogen wird, welche Tasten gedrückt wurden.
timing-commands = Befehle
timing-commands-take-effect-new-scenes = Befehle wirken, mit ihnen neue Szenen und Änderungen.
timing-ask-for-steps = Schritte anfordern
timing-next-steps-handed-threads-beside = Die nächsten Schritte gehen an die Threads, die neben den Bildern rechnen.
timing-show = Zeigen
timing-bodies-cameras-overlays-follow = Körper, Kameras und Einblendungen folgen dem Zustand.
timing-overlay-lines = – Linien der Einblendungen
timing-part-that-makes-overlay-lines = Der Teil davon, der Linien der Einblendungen macht. Sie entstehen nur neu, wenn sich geändert hat, was sie zeigen.
timing-panels = Felder
timing-panels-tables-plots-laid-out = Felder, Tabellen und Verläufe werden angeordnet.
timing-panels-triangles = Felder zu Dreiecken
timing-text-lines-panels-become-triangles = Schrift und Linien der Felder werden zu Dreiecken.
timing-whole-main-thread = Ganzer Hauptthread
timing-all-with-placing-visibility-bodies = Alles davon, mit Ort und Sichtbarkeit der Körper. Der Renderer arbeitet daneben.
timing-overlay-not-complete-marks-left = Einblendung nicht vollständig: bis zu { $marks } Marken weggelassen, über { $most } Linien hinaus
timing-frame-times = Bildzeiten
timing-main-thread-mean-longest = Hauptthread, Mittel und Längstes
timing-over-last-frames =
    { $name }
    { $hover }
    Über die letzten { $FRAMES } Bilder.
timing-picture = Bild
timing-mesh-entities = Netze im Bild
timing-faces-edges-all-bodies-in = Flächen und Kanten aller Körper in allen Ansichten.
timing-different-meshes = Verschiedene Netze
timing-bodies-equal-shape-share-theirs = Körper gleicher Form teilen sich ihres.
timing-overlay-lines-2 = Linien der Einblendungen
timing-lines-over-bodies-all-panes = Linien über den Körpern aller Ansichten.
timing-marks-left-out = Weggelassene Marken
timing-beyond-most-lines-that-pane = Mehr, als eine Ansicht Linien haben darf.
timing-draw-calls = Zeichenaufrufe
timing-draw-calls-there-no-renderer =
    Zeichenaufrufe
    Es gibt keinen Renderer.
timing-draw-calls-bodies-transparent =
    Zeichenaufrufe
    Der Körper, des Durchsichtigen und der Linien, und der Schattenkarten, in allen Ansichten.
timing-renderer-time-prepare-picture =
    Renderer
    Zeit, um das Bild vorzubereiten und die Befehle für die Grafikkarte zu schreiben.
timing-renderer = Renderer

help-help = Hilfe
help-what-you-see = Was zu sehen ist
help-models-what-look-for = Die Modelle, und worauf zu achten ist.
help-keys = Tasten
help-all-shortcuts-search = Alle Tastenkürzel, mit Suche.
help-mouse = Maus
help-what-mouse-does-in-views = Was die Maus in den Ansichten und in den Feldern tut.
help-about = Über pegsim
help-version-sources-licences = Version, Quellen und Lizenzen.
help-take-tour = Zum Rundgang
help-search = Suchen
help-words-command-or-what-does = Wörter eines Befehls oder dessen, was er tut, oder eine Taste wie Strg+P.
help-experiment = Das Experiment
help-every-pane-runs-same-scene = Jede Ansicht rechnet dieselbe Szene mit derselben Uhr und derselben Maus, nach einem anderen Kontaktmodell. Ein Kontaktmodell bestimmt, welche Bedingungen Körper während eines Zeitschritts auseinanderhalten. Wo die Ansichten sich verschieden bewegen, liegt es am Modell: daran, was es verbietet, oder an der Ordnung seines Schritts, was mit kleineren Schritten verschwindet.
help-models = Die Modelle
help-what-look-for = Worauf zu achten ist
help-traps = Fallen
help-at-corner-body-may-leave = An einer Ecke darf ein Körper auf der einen oder auf der anderen Seite weg. Das Standardmodell verbietet beides zugleich und bleibt an nichts hängen: Das ist eine Falle. Sie schnappt zu, wenn die gefundene Bewegung einen Kontakt verletzt, den das Standardmodell erzwungen hätte.
help-truth-meter = Überlappungsmesser
help-bar-above-each-view-says = Der Balken über jeder Ansicht sagt, wie tief die wahren Körper ineinanderreichen, auf einer logarithmischen Skala von 1 pm bis 10 cm: grün bis 100 nm, gelb bis 100 µm, dann zinnoberrot. Ihn misst Code, der mit den Kontaktmodellen nichts teilt. Der Strich ist der größte Wert des Laufs.
help-contacts = Kontakte
help-points-green-where-gap-open = Punkte sind grün, wo der Abstand offen ist, und zinnoberrot, wo er verletzt ist. Ihre Form sagt, zu welcher Bedingung sie gehören: Quadrat U, Kreis I, Kreuz X, und bei Exact eine Kachel in der Ebene, die die beiden Körper trennt (Taste U). Mit dem Zeiger auf einer Zahl steht dort, was sie bedeutet, mit ihrer Gleichung in der Dissertation.
help-what-holds-them-apart = Was sie auseinanderhält
help-click-contact-mark-or-ctrl = Ein Klick auf die Marke eines Kontakts, oder Strg+Klick auf einen zweiten Körper, erklärt, welche Bedingungen zwei Körper auseinanderhalten: Die Ebenen sind mit einem Pfeil zur erlaubten Seite gezeichnet, nummeriert wie im Feld, grün, wo ein Abstand offen ist, und zinnoberrot, wo er verletzt ist. Darunter steht, was jedes Modell dort verlangt und welches davon die Bewegung verboten hätte. Die Erklärung folgt dem Kontakt von Schritt zu Schritt.
help-joints = Gelenke
help-mark-at-each-joint-says = Eine Marke an jedem Gelenk sagt, was es frei lässt: ein Ring mit Achse ein Drehgelenk, ein Quadrat mit Achse ein Schubgelenk, eine Raute ein Kugelgelenk, ein Kreuz nichts (Taste J). Zwei zinnoberrote Hälften sind ein gebrochenes Gelenk. Ist ein Körper ausgewählt, steht im Inspektor, wie seine Gelenke stehen und was sie tragen.
help-time = Zeit
help-every-step-recorded-step-back = Jeder Schritt wird aufgezeichnet. Zurückgehen und auf der Zeitachse blättern; was weiterläuft, wiederholt die aufgezeichneten Schritte und vergleicht sie bitgenau. Wer Modell oder Schrittweite ändert oder an einem Körper zieht, rechnet anders weiter: Was danach kam, bleibt als Zweig erhalten (Menü Aufzeichnung). Brauchen die Schritte länger, als die Uhr erlaubt, ist der Lauf langsamer und sagt es; er ist nie ungenauer.
help-building = Bauen
help-while-clock-stands-drag-body = Solange die Uhr steht, einen Körper ziehen oder den ausgewählten mit seinen Griffen verschieben und drehen: Er geht, so weit nichts im Weg ist. Das Menü Bauen setzt Körper ein; der Inspektor ändert sie, verbindet sie, und dort lässt sich der Winkel eines Gelenks ziehen. Jede Handlung erreicht alle Ansichten; Rückgängig nimmt alles zurück, mit dem Lauf, der folgte.
help-next-control-one-before = Zum nächsten Bedienelement, zum vorigen
help-tab-shift-tab = Tab, Umschalt+Tab
help-press = Es drücken
help-space-enter = Leertaste, Eingabe
help-neighbour-in-slider-its-value = Zu einem Nachbarn; in einem Schieber: sein Wert
help-leave-so-that-all-keys = Es verlassen, sodass alle Tasten Kürzel sind
help-esc = Esc
help-no-command-fits-search = Kein Befehl passt zur Suche.
help-while-control-has-focus = Solange ein Bedienelement den Fokus hat
help-in-views = In den Ansichten
help-in-panels = In den Feldern
help-hover-over-number = Zeiger auf einer Zahl
help-what-means-with-its-equation = was sie bedeutet, mit ihrer Gleichung
help-click-in-plot-or-on = In einen Verlauf oder auf die Zeitachse klicken
help-go-that-step = zu diesem Schritt gehen
help-drag-plot-wheel-with-ctrl = Einen Verlauf ziehen, Rad mit Strg
help-move-zoom-along-time-double = längs der Zeit verschieben und vergrößern, die Werte passen sich an; Doppelklick zeigt alles
help-right-drag-across-plot = Rechts über einen Verlauf ziehen
help-zoom-to-times-and-values = auf diese Zeiten und Werte vergrößern
help-click-pane-strip = Auf die Leiste einer Ansicht klicken
help-give-focus-that-pane = diese Ansicht aktivieren
help-drag-edge-panel = Den Rand eines Felds ziehen
help-resize = seine Größe ändern
help-polytope-exact-geometry-peg = Polytope Exact Geometry (PEG) ist das Kontaktmodell aus der Dissertation von Jedediyah Williams (2014); die Gleichungsnummern in diesem Programm sind die der Dissertation. LNC ist das lokal nichtkonvexe Modell von Nguyen. Das Standardmodell ist das der Zeitschrittverfahren nach Stewart und Trinkle. Exact beruht auf dem Trennungsachsensatz: Zwei konvexe Körper sind genau dann auseinander, wenn eine Fläche eines von ihnen oder ein Kantenpaar sie trennt.
help-licences = Lizenzen
help-pegsim-mit-or-apache-2 = pegsim: MIT oder Apache-2.0. Gebaut mit Bevy und egui. Die Schrift ist Roboto (Apache-2.0).

log-past-messages = Frühere Meldungen
log-copy-all = Alle kopieren
log-put-all-them-on-clipboard = Alle in die Zwischenablage legen, eine je Zeile, die älteste zuerst.
log-nothing-was-said-in-this = In diesem Lauf wurde nichts gemeldet.
log-one-message-newest-first = Eine Meldung, die neueste zuerst.
log-messages-newest-first = { $n } Meldungen, die neueste zuerst.
log-copy = Kopieren
log-put-this-message-on-clipboard = Diese Meldung in die Zwischenablage legen.
log-copy-2 = Kopieren: { $text }
log-said-times = , { $count }-mal gemeldet
log-just-now = soeben
log-s-ago = vor { $seconds } s
log-min-ago = vor { $minutes } min
log-h-ago = vor { $hours } h

message-dismiss-all-more = Alle verwerfen ({ $hidden } weitere)
message-dismiss-all = Alle verwerfen
message-past = Frühere
message-warning = Warnung
message-error = Fehler
message-said-times = { $head } ({ $count }-mal gemeldet)
message-dismiss-this-message-stays-in =
    Diese Meldung verwerfen
    Sie bleibt in der Liste der früheren Meldungen (F8).
message-copy-this-message = Diese Meldung kopieren
message-space-runs-drag-body-watch = Die Leertaste startet. An einem Körper ziehen. Sehen, wie das Standardmodell hängen bleibt, wo sich das exakte weiterbewegt.
message-space-runs-drag-body = Die Leertaste startet. An einem Körper ziehen.
message-f1-explains = F1 erklärt
message-dismiss-this-hint = Diesen Hinweis verwerfen
message-this-step-takes-long-s = Die nächsten Schritte dauern lange ({ $seconds } s).
message-esc-stops = Esc hält ihn an
message-stop-step-state-before-stays = Den Schritt anhalten; der Zustand davor bleibt.
message-stop = Anhalten
message-has-changed-on-disk-scene = { $name } hat sich auf der Platte geändert, und die Szene wurde hier bearbeitet.
message-has-changed-on-disk = { $name } hat sich auf der Platte geändert.
message-has-changed-on-disk-since = { $name } hat sich auf der Platte geändert, seit die Datei hier gelesen oder gespeichert wurde.
message-comments-layout-cannot-be-kept = Kommentare und Anordnung von { $name } lassen sich nicht erhalten: { $reason }.
message-read-file = Datei lesen
message-read-file-what-was-edited = Die Datei lesen; was hier bearbeitet wurde, geht verloren.
message-save-beside = Daneben speichern …
message-choose-another-file-this-one = Eine andere Datei wählen; diese bleibt, wie sie ist.
message-keep-what-shown = Gezeigtes behalten
message-go-on-with-what-shown = Mit dem Gezeigten weitermachen; die Datei bleibt, wie sie ist, bis die Szene gespeichert wird.
message-save-over = Überschreiben
message-write-what-shown-what-was = Schreiben, was gezeigt wird; was inzwischen in die Datei geschrieben wurde, geht verloren.
message-cancel = Abbrechen
message-neither-write-file-nor-read = Die Datei weder schreiben noch lesen.
message-save-without-them = Ohne sie speichern
message-write-file-anew-its-comments = Die Datei neu schreiben; ihre Kommentare gehen verloren.
message-file-stays-as = Die Datei bleibt, wie sie ist.
message-drop-open-scene = Loslassen, um die Szene zu öffnen

remembered-old-settings-were-kept-as = Die alten Einstellungen wurden als { $file } behalten.
remembered-in-settings = In den Einstellungen: { $error }.
remembered-settings-name-which-does-not = In den Einstellungen steht „{ $name }“ ({ $what }), was es nicht gibt; es wurde übergangen.
remembered-overlay = Einblendung
remembered-quality = Qualität
remembered-language = Sprache
remembered-solver = Löser
remembered-geometry = Geometrie
remembered-treatment-impacts = Behandlung der Stöße
remembered-law-friction = Reibungsgesetz
remembered-friction-cone = Reibungskegel
remembered-plot = Verlauf
remembered-film-format = Filmformat
remembered-film-figure = Zahl auf Filmen
remembered-output-folder = Ordner für Bilder und Exporte
remembered-settings-will-not-be-remembered = { $error } Die Einstellungen bleiben nicht erhalten.
remembered-settings-version-this-program = die Einstellungen sind von Version { $version }, dieses Programm kennt Version { $VERSION }
remembered-default-settings-used-file-was = { $what }. Es gelten die üblichen Einstellungen; die Datei wurde als { $file } behalten.
remembered-default-settings-used-file-could = { $what }. Es gelten die üblichen Einstellungen; die Datei ließ sich nicht umbenennen: { $error }.
remembered-cannot-be-renamed = { $path } lässt sich nicht umbenennen: { $error }.
remembered-cannot-be-written = { $path } lässt sich nicht schreiben: { $error }.

settings-angles = Winkel
settings-angles-tip = In welcher Einheit Winkel gezeigt und eingegeben werden. In Dateien stehen sie im Bogenmaß.
angle-degrees = Grad
angle-radians = Bogenmaß
