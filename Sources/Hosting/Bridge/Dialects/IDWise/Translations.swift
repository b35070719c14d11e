/// The sentences that a page shows to the person before the camera, in the language of a journey. Contract 003, locale.
///
/// Messages for whoever writes the page stay English.
package struct Translations {
    /// The languages that there are besides English, by their codes in ISO 639-1.
    package static let languages = ["de", "es", "fr"]

    private let column: Int?

    /// - Parameter locale: such as `de`, `de-AT` or `zh-HK`; English where there is none, or its language is not here.
    package init(locale: String?) {
        let language = locale?.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init)
        column = language.flatMap { Self.languages.firstIndex(of: $0) }
    }

    /// The sentence in the language, or as it is.
    package func callAsFunction(_ english: String) -> String {
        column.flatMap { Self.table[english]?[$0] } ?? english
    }

    /// The translations of each English sentence, in the order of `languages`.
    private static let table: [String: [String]] = [
        // What to do before the camera.
        "Hold the machine-readable zone before the camera; any way up is fine.": [
            "Halten Sie die maschinenlesbare Zone vor die Kamera, gleich wie herum.",
            "Muestre la zona de lectura mecánica a la cámara, en cualquier orientación.",
            "Présentez la zone de lecture automatique devant la caméra, dans n’importe quel sens.",
        ],
        "Move closer.": ["Gehen Sie näher heran.", "Acérquese.", "Rapprochez-vous."],
        "Move away a little.": ["Gehen Sie etwas weiter weg.", "Aléjese un poco.", "Éloignez-vous un peu."],
        "Hold still.": ["Halten Sie still.", "No se mueva.", "Ne bougez plus."],
        "Too dark: more light, please.": [
            "Zu dunkel: bitte mehr Licht.", "Demasiado oscuro: más luz, por favor.",
            "Trop sombre : plus de lumière, s’il vous plaît.",
        ],
        "Glare on the machine-readable zone: tilt the document a little.": [
            "Die maschinenlesbare Zone spiegelt: neigen Sie das Dokument ein wenig.",
            "Hay reflejos en la zona de lectura mecánica: incline un poco el documento.",
            "Reflets sur la zone de lecture automatique : inclinez un peu le document.",
        ],
        "Show the whole machine-readable zone.": [
            "Zeigen Sie die ganze maschinenlesbare Zone.", "Muestre toda la zona de lectura mecánica.",
            "Montrez toute la zone de lecture automatique.",
        ],
        "No machine-readable zone can be read here: show it closer, flat and still.": [
            "Hier ist keine maschinenlesbare Zone zu lesen: Zeigen Sie sie näher, flach und ruhig.",
            "Aquí no se puede leer ninguna zona de lectura mecánica: muéstrela más cerca, plana y quieta.",
            "Aucune zone de lecture automatique n’est lisible ici : montrez-la de plus près, à plat et sans bouger.",
        ],
        "The State printed here is in no list: this cannot be verified.": [
            "Der Staat, der hier steht, ist in keiner Liste: Das lässt sich nicht bestätigen.",
            "El Estado impreso aquí no figura en ninguna lista: no se puede verificar.",
            "L’État imprimé ici ne figure sur aucune liste : cela ne peut pas être vérifié.",
        ],
        "A check digit does not hold: hold the document flat and still.": [
            "Eine Prüfziffer stimmt nicht: Halten Sie das Dokument flach und ruhig.",
            "Un dígito de control no es correcto: mantenga el documento plano y quieto.",
            "Un chiffre de contrôle est faux : tenez le document à plat et sans bouger.",
        ],
        "A field holds what it may not hold: hold the document flat and still.": [
            "Ein Feld enthält, was es nicht enthalten darf: Halten Sie das Dokument flach und ruhig.",
            "Un campo contiene lo que no puede contener: mantenga el documento plano y quieto.",
            "Un champ contient ce qu’il ne peut pas contenir : tenez le document à plat et sans bouger.",
        ],
        "Something covers a character or lies over it: uncover the machine-readable zone.": [
            "Etwas verdeckt ein Zeichen oder liegt darüber: Legen Sie die maschinenlesbare Zone frei.",
            "Algo tapa un carácter o está encima de él: deje libre la zona de lectura mecánica.",
            "Quelque chose couvre un caractère ou passe dessus : dégagez la zone de lecture automatique.",
        ],
        "The print is not that of travel documents: this cannot be verified.": [
            "Das ist nicht die Schrift von Reisedokumenten: Das lässt sich nicht bestätigen.",
            "La letra no es la de los documentos de viaje: no se puede verificar.",
            "Ces caractères ne sont pas ceux des documents de voyage : cela ne peut pas être vérifié.",
        ],
        "A character is not clear: move closer and hold still.": [
            "Ein Zeichen ist nicht deutlich: Gehen Sie näher heran und halten Sie still.",
            "Un carácter no se ve claro: acérquese y no se mueva.",
            "Un caractère n’est pas net : approchez-vous et ne bougez plus.",
        ],
        "One line can be read: show all of them.": [
            "Eine Zeile ist lesbar: zeigen Sie alle.", "Se lee una línea: muéstrelas todas.",
            "Une ligne est lisible : montrez-les toutes.",
        ],
        "Reading; hold still.": [
            "Wird gelesen; halten Sie still.", "Leyendo; no se mueva.", "Lecture en cours ; ne bougez plus.",
        ],
        "Done.": ["Fertig.", "Listo.", "Terminé."],
        // What a chip is doing.
        "Lay the document on the reader.": [
            "Legen Sie das Dokument auf das Lesegerät.", "Coloque el documento sobre el lector.",
            "Posez le document sur le lecteur.",
        ],
        "The document is there.": ["Das Dokument ist da.", "El documento está ahí.", "Le document est là."],
        "The chip is being opened.": ["Der Chip wird geöffnet.", "Se abre el chip.", "Ouverture de la puce."],
        "The data are being read.": ["Die Daten werden gelesen.", "Se leen los datos.", "Lecture des données."],
        "The signature is being read.": [
            "Die Unterschrift wird gelesen.", "Se lee la firma.", "Lecture de la signature.",
        ],
        "The chip is proving itself.": [
            "Der Chip weist sich aus.", "El chip demuestra que es auténtico.", "La puce prouve son authenticité.",
        ],
        "The remaining files are being read and proved.": [
            "Die übrigen Dateien werden gelesen und geprüft.", "Se leen y comprueban los demás archivos.",
            "Lecture et vérification des autres fichiers.",
        ],
        // Another document than the one that is wanted.
        "This is another kind of document than the one that is asked for.": [
            "Das ist eine andere Art von Dokument als die verlangte.",
            "Este documento no es del tipo que se pide.", "Ce document n’est pas du type demandé.",
        ],
        "This document is of another country than the one that is asked for.": [
            "Dieses Dokument ist von einem anderen Land als dem verlangten.",
            "Este documento no es del país que se pide.", "Ce document n’est pas du pays demandé.",
        ],
        "This document could not be verified: show it again, flat and without glare.": [
            "Dieses Dokument konnte nicht bestätigt werden: zeigen Sie es noch einmal, flach und ohne Spiegelung.",
            "No se pudo verificar este documento: muéstrelo otra vez, plano y sin reflejos.",
            "Ce document n’a pas pu être vérifié : présentez-le encore, à plat et sans reflet.",
        ],
        // What came of a step.
        "No document found": ["Kein Dokument gefunden", "No se encontró ningún documento", "Aucun document trouvé"],
        "The document could not be verified": [
            "Das Dokument konnte nicht bestätigt werden", "No se pudo verificar el documento",
            "Le document n’a pas pu être vérifié",
        ],
        "The document has expired": [
            "Das Dokument ist abgelaufen", "El documento ha caducado", "Le document a expiré",
        ],
        "Another document is needed": [
            "Ein anderes Dokument wird gebraucht", "Se necesita otro documento", "Un autre document est nécessaire",
        ],
        "The step was stopped": ["Der Schritt wurde abgebrochen", "Se detuvo el paso", "L’étape a été arrêtée"],
        "The step failed": ["Der Schritt ist fehlgeschlagen", "El paso ha fallado", "L’étape a échoué"],
        "The date of expiry has passed.": [
            "Das Ablaufdatum ist vorbei.", "La fecha de caducidad ha pasado.", "La date d’expiration est passée.",
        ],
        "The scan was stopped.": [
            "Das Lesen wurde abgebrochen.", "Se detuvo la lectura.", "La lecture a été arrêtée.",
        ],
        "The file shows no document with an MRZ.": [
            "Die Datei zeigt kein Dokument mit maschinenlesbarer Zone.",
            "El archivo no muestra ningún documento con zona de lectura mecánica.",
            "Le fichier ne montre aucun document avec une zone de lecture automatique.",
        ],
    ]
}
