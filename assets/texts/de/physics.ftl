# Wie die Physik ihre Dinge nennt: Modelle, Löser, Maße.

family-complementarity = Komplementarität
family-complementarity-tip = Bedingungen an nahe Flächen, Kanten und Ecken, linearisiert am Anfang des Schritts.
family-penalty = Penalty
family-penalty-tip = Nichts, bis Körper ineinander sind; dann werden sie auseinandergedrückt.
family-exact = Exact
family-exact-tip = Bedingungen an die wahren Formen am Ende des Schritts.

does-standard = jeder mögliche Kontakt wird zugleich erzwungen, als wäre der freie Raum konvex
does-velocity-level = die Kontakte des Standardmodells dürfen sich gar nicht schließen (γ = 0), oder um den Anteil γ ihres Abstands
does-ratio-metric = Ecken auf Flächen und Kanten auf Kanten, an denen sich wachsende Körper berührten, für Geschwindigkeiten, stabilisiert mit γ
does-lnc = eine Ecke darf an einer Spitze nach beiden Seiten weg (Nguyen; Dissertation 4.2–4.5), keine Kreuzkontakt-Bedingungen
does-peg = Polytope Exact Geometry: Bedingungen U, I und X (Dissertation, Kapitel 4, Algorithmen 8–17)
does-corrective = ein Kontakt je Überlappung, die der nächste Schritt zurücknimmt: Körper sinken ein und springen
does-penalty-pd = Feder und Dämpfer am tiefsten Punkt jedes Paars
does-penalty-pid = Federn, Dämpfer und ein integrierender Anteil auf dem Boden des gemeinsamen Volumens
does-exact = exakt am Ende jedes Schritts: Eine Fläche oder ein Kantenpaar trennt jedes Paar in der wahren Geometrie

keeps-points = den Impuls bis auf Rundung, den Drehimpuls in erster Ordnung der Schrittweite; die Energie kann steigen
keeps-forces = den Impuls bis auf Rundung, den Drehimpuls in der Ordnung des Integrators; Federn speichern Energie und geben sie zurück
keeps-exact = Impuls und Drehimpuls bis auf Rundung; die Energie steigt nie, außer durch Antriebe und was sich wie vorgeschrieben bewegt

lacks-joints = { $model } hat keine Kräfte für Gelenke
lacks-curved = { $model } kennt nur Ecken und Flächen, und der Körper `{ $body }` ist gekrümmt

method-automatic = Automatisch
method-automatic-tip = wählt nach der Art des Problems, weicht aus und sagt, was genommen wurde
method-active-alternative = Aktive Alternative
method-active-alternative-tip = disjunktives Programm: eine Alternative je Disjunktion, konvex lösen, loslassen
method-lemke = Lemke
method-lemke-tip = komplementäres Pivotieren mit lexikografischer Quotientenprobe
method-dantzig = Dantzig
method-dantzig-tip = Hauptpivotieren Zeile für Zeile; exakt bei semidefiniter Matrix, selten bei Reibung
method-interior-point = Innere Punkte
method-interior-point-tip = unzulässige primal-duale Prädiktor- und Korrektorschritte
method-fischer-newton = Fischer–Newton
method-fischer-newton-tip = verallgemeinertes Newtonverfahren auf der Fischer–Burmeister-Funktion mit Liniensuche
method-minmap-newton = Minmap–Newton
method-minmap-newton-tip = verallgemeinertes Newtonverfahren auf min(z, w) mit Liniensuche
method-pgs = PGS
method-pgs-tip = projiziertes Gauß-Seidel: billige Durchläufe, langsame Konvergenz
method-psor = PSOR
method-psor-tip = projizierte sukzessive Überrelaxation
method-projected-jacobi = Projizierter Jacobi
method-projected-jacobi-tip = alle Zeilen zugleich, gedämpft nach der Zahl der Kontakte eines Körpers
method-blocked-gauss-seidel = Block-Gauß-Seidel
method-blocked-gauss-seidel-tip = ein Kontakt nach dem anderen, jeder mit seiner Reibung exakt gelöst
method-staggered = Wechselweise
method-staggered-tip = Normal- und Reibungsproblem abwechselnd
method-nncg = NNCG
method-nncg-tip = nichtglatte nichtlineare konjugierte Gradienten auf projiziertem Gauß-Seidel
method-fixed-point = Fixpunkt
method-fixed-point-tip = proximale Fixpunktiteration mit angepasstem Faktor
method-enumerate = Aufzählung
method-enumerate-tip = probiert jede komplementäre Basis; höchstens 12 Zeilen, das Orakel der Tests
literal-form = wörtliche Form (4.50), { $what }

measure-complementarity = natürliche Abbildung des Komplementaritätsproblems
measure-sliding = natürliche Abbildung bei den gefundenen Gleitgeschwindigkeiten
measure-projection = Optimalität der Projektion

status-solved = gelöst
status-limit = Iterationsgrenze
status-ray = Ende auf einem Strahl
status-stopped = angehalten
status-trouble = numerische Not
