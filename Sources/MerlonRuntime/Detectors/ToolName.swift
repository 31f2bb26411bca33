/// Names of what hooking tools put into a process. Always the last component of a path is compared: a folder, or the app's own name, means nothing.
enum ToolName {
    /// Files without which the tool does not work under its usual name; without ending, in lower case. They count in the app's own bundle too, where
    /// they are put to run on devices without a jailbreak.
    static let exact: Set<String> = [
        "fridagadget", "frida-gadget", "libfrida-gadget", "frida-agent", "frida-agent-64", "libcycript", "cynject", "sslkillswitch2",
        "sslkillswitch3", "libreveal", "revealserver", "dobby", "libdobby",
    ]
    /// Files of jailbreaks and their tweaks; outside of the app's bundle alone, since apps may be called so.
    static let jailbreak: Set<String> = [
        "mobilesubstrate", "cydiasubstrate", "libsubstrate", "substrateloader", "substrateinserter", "substratebootstrap", "tweakinject",
        "tweakloader", "libhooker", "libsubstitute", "substitute-loader", "substitute-inserter", "libellekit", "ellekit", "systemhook",
        "launchdhook", "rootlesshooks", "libjailbreak", "amfid_payload", "pspawn_payload-stg2", "abypass", "absubloader", "abdyld", "flyjb",
        "flyjbx", "shadow", "shadowservice", "liberty", "libertylite", "choicy", "xcon", "tsprotector", "vnodebypass", "rocketbootstrap",
        "librocketbootstrap", "preferenceloader", "cephei", "appsyncunified-frontboard", "roothideinit", "bootstrap", "hestia",
        "kernbypass", "payload", "injectme",
    ]
    /// A word within a name, between case changes and characters that are no letters; outside of the app's bundle alone.
    static let words: Set<String> = ["frida", "cycript"]

    /// The last component without ending, in lower case.
    static func base(_ path: String) -> String {
        let name = ScrubbedPath.baseName(path)
        return (name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name).lowercased()
    }

    /// The words of the last component, in lower case: `FridaGadget-2.dylib` has `frida`, `gadget`, `dylib`; `Friday` has `friday`.
    static func words(of path: String) -> Set<String> {
        var words: Set<String> = []
        var word = ""
        var last: Character = " "
        for character in ScrubbedPath.baseName(path) {
            if !character.isLetter || (character.isUppercase && last.isLowercase) {
                words.insert(word)
                word = ""
            }
            if character.isLetter { word += character.lowercased() }
            last = character
        }
        words.insert(word)
        return words.subtracting([""])
    }

    /// Whether an image of this place has the name of a tool.
    static func isTool(_ image: LoadedImage) -> Bool {
        guard image.name != LoadedImage.executable else { return false }
        if exact.contains(base(image.name)) { return true }
        return image.place.mayBeForeign && !words.isDisjoint(with: words(of: image.name))
    }

    /// Whether an image of this place has the name of a jailbreak's part.
    static func isJailbreak(_ image: LoadedImage) -> Bool {
        image.name != LoadedImage.executable && image.place.mayBeForeign && jailbreak.contains(base(image.name))
    }
}

extension LoadedImage.Place {
    /// Whether somebody other than Apple and the app's makers can have put it there.
    var mayBeForeign: Bool { self == .outside || self == .system }
}
