# Szenen, Dialoge, Dateien, Aufzeichnungen, Wiederherstellung.

scenes-in-plane = In der Ebene
scenes-in-space = Im Raum
scenes-seams = Fugen
scenes-bodies-from-meshes = Körper aus Netzen
scenes-hard-cases = Schwierige Fälle
scenes-curved-bodies = Gekrümmte Körper
scenes-penalty-methods = Penaltyverfahren
scenes-stabilisation = Stabilisierung
scenes-friction-impacts = Reibung und Stöße
scenes-joints-motors = Gelenke und Motoren
scenes-lessons = Aus den Lektionen

browser-drop = Eine Datei .ron, .pegrec, .obj oder .stl aufs Fenster ziehen.

import-title = Ein Netz importieren
import-error = Hausdorff-Abstand der beiden Oberflächen: Kein Punkt des Netzes ist weiter von den Teilen entfernt, und kein Punkt der Teile vom Netz. Gemessen wird an Punkten in diesem Abstand: Der wahre Wert ist um höchstens so viel größer.
count-triangles =
    { $n ->
        [one] { $n } Dreieck
       *[other] { $n } Dreiecke
    }

recover-title = Arbeit wiederherstellen
recover-steps =
    { $n ->
        [one] { $n } aufgezeichneter Schritt
       *[other] { $n } aufgezeichnete Schritte
    }
recover-branches =
    { $n ->
        [one] { $n } Zweig
       *[other] { $n } Zweige
    }
recover-undo = { $n } rückgängig zu machen
recover-redo = { $n } zu wiederholen

browser-scenes = Szenen
browser-filter = Filter
browser-filter-scenes = Filter der Szenen
browser-show-scenes-whose-name-description = Szenen zeigen, deren Name, Beschreibung, Datei oder Überschrift diese Wörter enthält.
browser-lesson = Lektion { $title } { $about }
browser-lessons = Lektionen
browser-min = { $minutes } min
browser-done = fertig
browser-hide = Verbergen
browser-show-all = Alle { $count } zeigen
browser-lessons-ask-what-will-happen = Lektionen fragen, was geschehen wird, ehe sie rechnen.
browser-recent = Zuletzt geöffnet
browser-fewer = Weniger
browser-all = Alle { $count }
browser-show-all-scenes-opened-lately = Alle zuletzt geöffneten Dateien zeigen, oder nur die neuesten.
browser-missing = fehlt
browser-there-no-such-file-any =
    { $place }
    Es gibt keine solche Datei mehr.
browser-remove-from-list-file-itself =
    Aus der Liste nehmen
    Die Datei selbst bleibt.
browser-open-now = Jetzt offen
browser-there-no-folder-scenes-beside = Neben dem Programm und im aktuellen Ordner gibt es keinen Ordner `scenes`. Eine Szenendatei lässt sich mit dem Knopf oben öffnen.
browser-no-scene-fits-filter = Keine Szene passt zum Filter.
browser-this-scene-does-not-load = { "\u000A\u000A" }Diese Szene lädt nicht: { $problem }
browser-click = { "\u000A\u000A" }Klick: { $command }

dialog-cannot-be-read = { $folder } lässt sich nicht lesen: { $error }.
dialog-there-no-file-or-folder = Es gibt keine Datei und keinen Ordner { $path }.
dialog-there-no-folder = Es gibt keinen Ordner { $folder }.
dialog-folder-file-needs-another-name = { $path } ist ein Ordner; eine Datei braucht einen anderen Namen.
dialog-file-needs-name = Die Datei braucht einen Namen.
dialog-folder-cannot-be-made = Der Ordner { $path } lässt sich nicht anlegen: { $error }.
dialog-folder = Ordner
dialog-look-through-folders = Ordner durchsehen.
dialog-recent = Zuletzt
dialog-scenes-opened-lately-newest-first = Zuletzt geöffnete Szenen und Aufzeichnungen, die neueste zuerst.
dialog-folder-above-backspace = Zum Ordner darüber (Rücktaste)
dialog-up = Hinauf
dialog-scenes = Szenen
dialog-scenes-that-come-with-program = Zu den Szenen, die mit dem Programm kommen
dialog-home = Start
dialog-type-or-paste-path-then = Einen Pfad tippen oder einfügen, dann Eingabe.
dialog-there-no-folders = Hier gibt es keine Ordner.
dialog-there-no-folders-or-here = Hier gibt es keine Ordner und keine { $wanted }.
dialog-name = Name
dialog-new-folder = Neuer Ordner
dialog-make-folder-in-one-shown = Im gezeigten Ordner einen anlegen
dialog-begins = Beginnt mit „{ $word }“
dialog-nothing-begins = Nichts hier beginnt mit „{ $word }“
dialog-name-new-folder = Name des neuen Ordners
dialog-make = Anlegen
dialog-there-file-already-replace = Es gibt schon eine Datei { $name }. Ersetzen?
dialog-replace = Ersetzen
dialog-keep = Behalten

import-import-its-hull = Hülle importieren
import-import = Importieren
import-add-body-this-shape-in = Einen Körper dieser Form hinzufügen, in der Mitte der aktiven Ansicht oder über dem, was dort ist.
import-leave-file-alone = Die Datei lassen, wie sie ist.
import-each-part-in-colour-its = Jeder Teil in eigener Farbe. Ziehen dreht ihn.
import-mesh = Netz
import-its-triangles-box-around-lengths = Seine Dreiecke, und der Quader darum. Längen in der Datei zählen als Meter.
import-1-convex = 1: es ist konvex
import-body-mesh = Der Körper ist das Netz.
import-convex-parts-whose-union-body = Konvexe Teile, deren Vereinigung der Körper ist; sie treffen sich, wo das Netz zerlegt wurde.
import-parts = Teile
import-error-2 = Fehler
import-what-can-be-imported-its = { $why }. Importieren lässt sich seine konvexe Hülle, die { $hull_volume } m³ fasst, wo das Netz { $volume } m³ fasst.
import-points-apart = { $error } (Punkte { $spacing } auseinander)
import-parts-at-most = Teile höchstens
import-into-how-many-convex-parts = In wie viele konvexe Teile das Netz zerlegt werden darf. Eine Änderung zerlegt es neu, neben den Bildern.
import-tolerance = Toleranz
import-how-far-part-may-stand = Wie weit ein Teil vom Netz abstehen darf (m): Was weiter absteht, wird zerlegt, solange es mehr geben darf.
import-mesh-cut-into-convex-parts = Das Netz von `{ $name }` wird in konvexe Teile zerlegt
import-reading = { $name } wird gelesen
import-what-shown-stays-meshes-that = Was gezeigt wird, bleibt. Netze, die nicht konvex sind, werden beim ersten Mal in Teile zerlegt, was eine Weile dauert; die Teile werden aufbewahrt.

recover-every-window-was-left-as = Jedes Fenster wurde ordentlich verlassen: Es gibt nichts wiederherzustellen.
recover-window-ended-before-you-left = Ein Fenster endete, ehe es verlassen wurde. Was darin geschah, ist aufbewahrt, mit Rückgängig, Zweigen und Aufzeichnungen, und kann wieder gezeigt werden, wie es war.
recover-these-windows-ended-before-you = Diese Fenster endeten, ehe sie verlassen wurden. Was darin geschah, ist aufbewahrt, mit Rückgängig, Zweigen und Aufzeichnungen, und kann wieder gezeigt werden, wie es war.
recover-go-on-with-what-shown-2 = Mit dem Gezeigten weitermachen; beim nächsten Start kommt die Frage wieder.
recover-later = Später
recover-go-on-with-what-shown = Mit dem Gezeigten weitermachen und nicht mehr fragen. Nichts wird gelöscht: Es bleibt in dieser Liste (Strg+P, „Arbeit wiederherstellen“).
recover-open-fresh = Neu beginnen
recover-this-scene-has-no-file = Diese Szene hat keine Datei.
recover-was-edited-since-was-saved = { "\u000A" }Sie wurde bearbeitet, seit sie gespeichert wurde.
recover-ended-without-word-from-outside = Es endete ohne ein Wort: von außen, oder aus Mangel an Speicher oder Strom.
recover-being-read = Es wird gelesen.
recover-recover = Wiederherstellen
recover-show-as-was-unsaved-work = Zeigen, wie es war. Nicht gespeicherte Arbeit dieses Fensters bleibt dann in dieser Liste.
recover-keep = Behalten
recover-delete-for-good = Endgültig löschen
recover-cannot-be-brought-back = Es lässt sich nicht zurückholen.
recover-delete = Löschen …
recover-asks-once-more = Fragt noch einmal.
recover-at-step-s = bei Schritt { $step }, { $time } s

film-pictures =
    { $n ->
        [one] { $n } Bild
       *[other] { $n } Bildern
    }

output-no-report = Es gibt keinen Bericht zu schreiben: Noch wurde kein Schritt getan.
output-no-trajectory = Es gibt keine Bahn zu schreiben: Noch wurde kein Schritt getan.
output-animation =
    Animierte Szene mit { $bodies } Körpern in { $states ->
        [one] { $states } Zustand
       *[other] { $states } Zuständen
    }
output-differing =
    { $n ->
        [one] { "" } ({ $n } Schritt wiederholt sich nicht bitgenau und hat dort keine Kontakte)
       *[other] { "" } ({ $n } Schritte wiederholen sich nicht bitgenau und haben dort keine Kontakte)
    }

default-scene-opened = { $error }. Stattdessen wurde die Standardszene geöffnet.
scene-unnamed = unbenannt

loading-damaged-error-in-program = { $path } ist beschädigt (ein Fehler im Programm: { $reason }).
loading-reading-scene-shown-stays-until = { $name } wird gelesen; die gezeigte Szene bleibt bis dahin.
loading-running-scene-was-kept-2 = { $error }. Die laufende Szene blieb.
loading-running-scene-was-kept = { $error } Die laufende Szene blieb.
loading-recording-steps =
    Aufzeichnung { $path }: { $steps } Schritte{ $branches ->
        [0] { "" }
        [one] , ein Zweig
       *[other] , { $branches } Zweige
    }.{ $remark }
loading-change-scene = Wechsel der Szene
loading-left-unsaved = Nicht gespeichert: { $what }.
loading-scene-bodies-h-s = Szene „{ $scene }“: { $bodies } Körper, h = { $h } s.
loading-goes-on = Die Szene geht bei { $time } weiter, wo eine Ansicht stand, als gespeichert wurde: alle Ansichten beginnen dort mit einem Zustand.
loading-far-from-origin = Fern vom Ursprung: { $remark }.
loading-this-scene-has-no-file = Diese Szene hat keine Datei, die noch einmal gelesen werden könnte.
loading-there-no-scene-files-those = Es gibt keine Szenendateien: Die des Programms konnten nicht in den Cache-Ordner geschrieben werden.

reload-changes-will-not-be-noticed = Änderungen von { $path } werden nicht bemerkt: { $error }. Strg+R liest die Datei noch einmal.
reload-gone-running-scene-was-kept = { $path } ist verschwunden; die laufende Szene blieb.

saving-comments-layout-file-were-not = Kommentare und Anordnung der Datei wurden nicht nach { $path } übernommen: { $reason }.
saving-with-step-focused-pane-as = , mit Schritt { $step } der aktiven Ansicht als dem Augenblick, von dem es weitergeht
saving-scene-was-saved-as = Die Szene wurde als { $path } gespeichert{ $moment }.
saving-what-was-changed-in-scene = Was an der Szene nach Schritt { $step } geändert wurde, ist nicht in der Datei: Gespeichert wurde der gezeigte Augenblick.
saving-recording-was-saved-as =
    Die Aufzeichnung wurde als { $path } gespeichert{ $branches ->
        [0] { "" }
        [one] , mit einem Zweig
       *[other] , mit { $branches } Zweigen
    }.
saving-lies-among-program-copies-its = { $path } liegt unter den Kopien, die das Programm von seinen eigenen Szenen hat; bitte einen anderen Ordner wählen.
saving-cannot-be-written = { $path } lässt sich nicht schreiben: { $reason }

scene-there-no-scene = es gibt keine Szene { $name }
scene-files-this-type-cannot-be = { $path }: Dateien dieser Art lassen sich nicht öffnen; eine Szene ist eine Datei, die auf .ron endet, ein Roboter eine, die auf .urdf oder .xml endet
scene-scene-could-not-be-read = { $path }: Die Szene konnte wegen eines Fehlers im Programm nicht gelesen werden: { $reason }
scene-program-carries-no-default-scene = das Programm hat keine Standardszene

film-was-cancelled = er wurde abgebrochen
film-picture-too-large = das Bild ist zu groß
film-film-still-being-made-its = Aus den Bildern wird noch ein Film gemacht; darauf warten, oder ihn im Menü Export abbrechen.
film-no-picture-came-back-from = der Renderer lieferte kein Bild; das Fenster muss offen und darf nicht minimiert sein
film-film-ended-after-pictures = Der Film endete nach { $written } Bildern: { $error }.
film-film-was-written = Ein Film aus { $count } wurde in { $film } geschrieben ({ $with }).
film-no-film-was-made-what = Es entstand kein Film: { $reason }. Seine { $count } bleiben in { $pictures }{ $how }.
film-no-picture-film-was-taken = Vom Film wurde kein Bild aufgenommen.
film-pictures-were-written-for-each = { $pictures } Bilder wurden nach { $folder } geschrieben, { $rate } je simulierte Sekunde. Daraus macht dies einen Film{ $kept }: { $command }
film-recorded-already = Es wird schon ein Film aufgenommen; erst diesen beenden.
film-ending-says-which = Ein Film ist eine Datei .mp4, .webm, .gif oder .webp; die Endung des Namens sagt, was daraus wird.
film-until-then-pictures = { $sentence } Bis dahin werden Bilder aufgenommen, und sie bleiben.
film-cannot-write = { $path } lässt sich nicht schreiben: { $reason }
film-command-also-in = { " " }(auch in { $note })
film-made-by-pegsim = Gemacht von pegsim selbst.
film-made-by = Gemacht von { $program }.
film-or-choose-gif = { $lacking }, oder GIF oder WebP wählen.
film-with-gif = GIF, 256 Farben
film-with-webp = WebP, ohne Verlust
film-with-ffmpeg = { $name }, mit { $coder } von { $program }
film-ffmpeg-lacking =
    Filme als { $format } macht ffmpeg, das nicht gefunden wurde: ffmpeg installieren ({ $system ->
        [linux] Debian und Ubuntu: apt install ffmpeg; Fedora: dnf install ffmpeg-free
        [macos] brew install ffmpeg
       *[other] winget install ffmpeg
    })
film-ffmpeg-codes-no = { $program } kodiert kein { $format }: eines mit { $wanted } installieren
film-ffmpeg-does-not-start = { $program } startet nicht: { $error }
film-ffmpeg-lost = ffmpeg ging verloren: { $error }
film-ffmpeg-failed = ffmpeg ist gescheitert ({ $said })
film-ffmpeg-no-reason = ohne Angabe eines Grundes
film-gif-too-large = ein GIF hat höchstens 65535 Zeilen und Spalten
film-webp-too-large = ein WebP hat höchstens { $most } Zeilen und Spalten, und die Bilder sind { $width } × { $height } groß
film-webp-sizes = Bild { $number } ist { $wide } × { $high } groß und das erste { $width } × { $height }
film-webp-too-long = ein WebP hat höchstens 4 GiB
film-webp-not-coded = das Bild wurde nicht kodiert
film-caption-stopped = angehalten
film-caption-cannot-do-scene = kann diese Szene nicht
film-caption-deepest = größte Tiefe { $depth }
film-caption-energy = Energie { $energy }

output-cannot-be-written = { $path } lässt sich nicht schreiben: { $error }.
output-there-too-many-files-in = Zu viele Dateien { $stem }-…{ $ending } in { $folder }.
output-pictures-exports-go-from-now = Bilder und Exporte kommen von jetzt an nach { $folder }.
output-report-on = Bericht von { $run } über { $covered }: { $path }
output-steps-2 = Schritte { $first } bis { $last }{ $forgotten }
output-trajectory = Bahn von { $run } ({ $steps }): { $path }
output-steps = Schritte { $from } bis { $to }
output-as-step-does-not-repeat = , da Schritt { $step } sich nicht bitgenau wiederholt
output-since-when-nothing-was-changed = ; seitdem wurde nichts von Hand geändert
output-forgotten = ; was vorher war, ist nicht mehr aufgezeichnet
output-picture = Bild: { $path }
output-picture-was-not-taken = Das Bild wurde nicht aufgenommen: { $error }.
output-every-th-step = { " " }(jeder { $stride }. Schritt)
output-samples-all-panes-were-written = Die Messwerte aller Ansichten{ $which } wurden nach { $path } geschrieben.
output-in = { " " }in { $unit }
output-all-panes-was-written = „{ $metric }“{ $unit } aller Ansichten wurde nach { $path } geschrieben.
output-web-page = Webseite{ $differing }
output-there-nothing-write-no-step = Es gibt nichts zu schreiben: Noch wurde kein Schritt getan.
film-picture-none-that-film-can = ein Film kann dieses Bild nicht haben
film-with-the-command = , mit dem Befehl, der einen daraus macht

scene-new-name = Neue Szene
scene-new-floor = Boden
scene-scene = Szene
scene-name = Name der Szene
scene-name-tip = Wie die Szene heißt: im Fenster, auf Bildern und Webseiten.
scene-description = Beschreibung
scene-description-tip = Was geschieht und worauf zu achten ist. Listen und Bildunterschriften zeigen den ersten Satz.
scene-physics = Physik
scene-gravity = Schwerkraft
scene-gravity-tip = Fallbeschleunigung in m/s². Sie wirkt von jetzt an, nach der Rückkehr zum Start vom Start an.
scene-ends = Der Lauf endet
scene-ends-tip = Zeit, zu der der Lauf von selbst anhält; er kann von dort weitergehen.
scene-duration = nach
scene-view = Ansicht
scene-view-own = Sie öffnet sich mit einer eigenen Ansicht.
scene-view-whole = Sie öffnet sich so, dass alles im Bild ist.
scene-view-take = Mit dieser Ansicht öffnen
scene-view-take-tip = Die Ansicht, die das gewählte Bild jetzt hat, kommt in die Datei.
scene-view-forget = Alles zeigen
scene-view-forget-tip = Die Datei gibt keine Ansicht vor; die ganze Szene ist im Bild.
scene-foot = All das lässt sich zurücknehmen und kommt beim Speichern der Szene in die Datei.
scene-name-empty = Eine Szene braucht einen Namen
scene-duration-positive = Einen Lauf von { $duration } s gibt es nicht; die Zeit muss über 0 s liegen
scene-gravity-in-plane = In der Ebene hat die Schwerkraft kein z
scene-act-name = Name der Szene
scene-act-description = Beschreibung der Szene
scene-act-duration = Dauer des Laufs
scene-act-view = Ansicht der Szene
scene-act-gravity = Schwerkraft
dialog-scene-name = Name der Szene:
dialog-scene-sentence = Beschreibung:
dialog-scene-sentence-of = Beschreibung, noch die von „{ $name }“:
dialog-scene-view = Mit der jetzigen Ansicht öffnen
dialog-scene-view-tip = Die Ansicht des gewählten Bildes kommt in die Datei; sonst behält sie, was sie über die Ansicht sagt.
scene-notes = Weggelassen oder angenommen
scene-notes-copy = Diese Bemerkungen kopieren
loading-notes =
    { $n ->
        [one] „{ $scene }“: eines wurde weggelassen oder angenommen. „Über die Szene“ (Strg+I) sagt, was.
       *[other] „{ $scene }“: { $n } Dinge wurden weggelassen oder angenommen. „Über die Szene“ (Strg+I) zählt sie auf.
    }
joining-effort-taken = Der Antrieb von `{ $name }` gibt höchstens { $most }, wie es in der Datei des Roboters steht.
