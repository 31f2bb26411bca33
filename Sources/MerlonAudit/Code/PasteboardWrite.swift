/// A place at which a function puts something on the general pasteboard.
struct PasteboardWrite {
    let evidence: Evidence
    /// The function; `nil` where only the names are known.
    let function: CodeFunction?
    let slice: CodeView.Slice

    static let general: CodeUse = .selector("generalPasteboard")
    /// Writes without options.
    static let plainSetters: [CodeUse] = [
        .selector("setString:"), .selector("setStrings:"), .selector("setURL:"), .selector("setURLs:"), .selector("setImage:"),
        .selector("setImages:"), .selector("setItems:"), .selector("addItems:"), .selector("setValue:forPasteboardType:"),
        .selector("setData:forPasteboardType:"), .selector("setItemProviders:"), .selector("setObjects:"),
        .selector("setValues:forPasteboardType:inItemSet:"), .selector("setData:forPasteboardType:inItemSet:"),
    ]
    /// Writes that can say how long and where.
    static let optionSetters: [CodeUse] = [
        .selector("setItems:options:"), .selector("setItemProviders:localOnly:expirationDate:"),
        .selector("setObjects:localOnly:expirationDate:"),
    ]
    static let expiry: [CodeUse] = [
        .symbol("_UIPasteboardOptionExpirationDate"), .selector("setItemProviders:localOnly:expirationDate:"),
        .selector("setObjects:localOnly:expirationDate:"),
    ]
    static let localOnly: [CodeUse] = [
        .symbol("_UIPasteboardOptionLocalOnly"), .selector("setItemProviders:localOnly:expirationDate:"),
        .selector("setObjects:localOnly:expirationDate:"),
    ]

    static var interests: CodeInterests {
        var interests = CodeInterests(of: [general, .objectiveCClass("UIPasteboard")] + plainSetters + optionSetters + expiry + localOnly)
        interests.stringsBeside = ["generalPasteboard"]
        return interests
    }

    /// Every write to the general pasteboard.
    ///
    /// The setters' names are those of many classes, so a function must also ask for the pasteboard. Where nothing was located in code the
    /// names alone are taken, if the class is referred to.
    static func all(in code: CodeView) -> [PasteboardWrite] {
        code.slices.flatMap { slice -> [PasteboardWrite] in
            guard slice.has(.objectiveCClass("UIPasteboard")), slice.has(general) else { return [] }
            let setters = plainSetters + optionSetters
            if slice.functions.contains(where: { $0.uses([general]) }) {
                return slice.functions.filter { $0.uses([general]) }.flatMap { function in
                    function.all(setters).map {
                        PasteboardWrite(
                            evidence: slice.evidence($0, "writes to the general pasteboard by \($0.name)"), function: function, slice: slice
                        )
                    }
                }
            }
            return setters.filter(slice.has).map {
                PasteboardWrite(
                    evidence: slice.evidence("sends \($0.name), and asks for the general pasteboard", symbol: $0.name), function: nil,
                    slice: slice)
            }
        }
    }

    /// Whether the same function, or the slice where no function is known, uses any of these.
    func goes(with uses: [CodeUse]) -> Bool { function?.uses(uses) ?? slice.uses(uses) }

    /// Sets the items and does nothing else with the pasteboard: most often `items = []`, which empties it.
    var isClearing: Bool {
        guard let function else { return false }
        let setters = function.all(Self.plainSetters + Self.optionSetters)
        return setters.allSatisfy { $0.name == "setItems:" } && !setters.isEmpty
    }

    /// A word in the texts of the same function that speaks of something secret.
    var sensitiveWord: String? { function?.strings.lazy.compactMap(SensitiveWords.first).first }
}
