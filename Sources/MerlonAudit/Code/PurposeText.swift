/// What a purpose string tells the user.
enum PurposeText {
    /// How little a text says.
    enum Quality {
        /// Nothing but blanks.
        case empty
        /// Never written for the user: `TODO`, `test`.
        case placeholder
        /// Says that the resource is asked for, which the system's question says already, and not what for.
        case vague
        /// Says something; a person has to judge whether it is true.
        case specific
    }

    /// Judges a text. English alone is known: a text in another language is never vague.
    static func quality(of text: String) -> Quality {
        let words = text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        guard !text.allSatisfy(\.isWhitespace) else { return .empty }
        let letters = words.joined()
        // Two signs can be a whole word in scripts other than this one.
        if letters.count < 4 && letters.allSatisfy(\.isASCII) || placeholders.contains(letters) { return .placeholder }
        return words.allSatisfy(empty.contains) ? .vague : .specific
    }

    private static let placeholders: Set<String> = [
        "todo", "test", "testing", "tbd", "fixme", "loremipsum", "description", "string", "placeholder", "reason", "usagedescription",
        "yourreason", "productname",
    ]

    /// Words that say who asks, for what, and that it is needed; none of them says why.
    private static let empty: Set<String> = [
        // who
        "the", "this", "app", "application", "we", "our", "us", "i", "it", "you", "your", "user", "user's", "users", "product", "name",
        // that it is asked for
        "need", "needs", "needed", "require", "requires", "required", "want", "wants", "would", "like", "uses", "use", "used", "using",
        "access",
        "accesses", "accessing", "permission", "permissions", "please", "allow", "grant", "give", "enable", "request", "requests",
        "requesting",
        "is", "are", "be", "can", "will", "has", "have", "may", "must", "to", "for", "of", "in", "on", "and", "or", "a", "an", "some",
        "all", "any",
        "so", "that", "with", "by", "at", "from", "its", "as",
        // for what the system asks anyway
        "camera", "cameras", "microphone", "mic", "photo", "photos", "picture", "pictures", "image", "images", "library", "album",
        "gallery",
        "contact", "contacts", "calendar", "calendars", "reminder", "reminders", "location", "locations", "gps", "position", "bluetooth",
        "face", "id", "faceid", "biometric", "biometrics", "speech", "recognition", "health", "data", "information", "homekit", "home",
        "motion",
        "fitness", "siri", "nfc", "tracking", "local", "network", "media", "music", "audio", "video", "device", "devices", "resource",
        // what every app could say
        "function", "functions", "functionality", "functionalities", "feature", "features", "purpose", "purposes", "experience", "better",
        "best",
        "improve", "improved", "improves", "improving", "enhance", "enhanced", "provide", "provides", "providing", "service", "services",
        "work",
        "works", "working", "properly", "correctly", "certain", "various", "other", "full", "core", "main", "necessary", "operation",
        "reasons",
        "reason", "support", "personalize", "personalized", "personalise", "personalised", "content", "more", "great", "good", "smooth",
    ]
}
