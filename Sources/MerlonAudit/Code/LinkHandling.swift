/// How code takes apart the addresses that other apps and web pages send it.
enum LinkHandling {
    /// Methods and modifiers that get an address of a custom scheme.
    static let schemeHandlers: [CodeUse] =
        [
            .selector("application:openURL:options:"), .selector("application:openURL:sourceApplication:annotation:"),
            .selector("application:handleOpenURL:"), .selector("scene:openURLContexts:"),
        ] + openURLModifiers
    /// SwiftUI's way to get any address that is opened.
    static let openURLModifiers: [CodeUse] = [
        .symbols(startingWith: "_$s7SwiftUI4ViewPAAE9onOpenURL"), .symbols(startingWith: "_$s7SwiftUI5ScenePAAE9onOpenURL"),
    ]
    /// Methods and modifiers that get a universal link, among other activities.
    static let activityHandlers: [CodeUse] = [
        .selector("application:continueUserActivity:restorationHandler:"), .selector("scene:continueUserActivity:"),
        .symbols(startingWith: "_$s7SwiftUI4ViewPAAE22onContinueUserActivity"),
    ]
    /// The address of the activity is asked for: it is a universal link.
    static let webLink: [CodeUse] = [.selector("webpageURL"), .symbol("_NSUserActivityTypeBrowsingWeb")]
    /// Takes a value out of an address.
    static let values: [CodeUse] = [
        .symbols(startingWith: "_$s10Foundation12URLQueryItemV5value"),
        .symbols(startingWith: "_$s10Foundation13URLComponentsV10queryItems"),
        .symbols(startingWith: "_$s10Foundation3URLV5query"), .symbols(startingWith: "_$s10Foundation3URLV8fragment"),
        .symbols(startingWith: "_$s10Foundation3URLV14pathComponents"), .symbols(startingWith: "_$s10Foundation3URLV17lastPathComponent"),
        .selector("queryItems"), .selector("query"),
    ]
    /// Converts a value to a narrow type, or compares it with what is allowed.
    static let checks: [CodeUse] = [
        .symbols(startingWith: "_$ss17FixedWidthIntegerPsE"), .symbols(startingWith: "_$sSiySiSg"),
        .symbols(startingWith: "_$ss13_parseInteger"), .symbols(startingWith: "_$sSdySdSg"), .symbol("__swift_stdlib_strtod_clocale"),
        .symbols(startingWith: "_$sSTsSQ7ElementRpzrlE8contains"), .symbols(startingWith: "_$sSh8contains"),
        .symbols(startingWith: "_$sSTsE8contains"), .symbols(startingWith: "_$sSTsE10allSatisfy"),
        .symbols(startingWith: "_$s16_StringProcessing"), .symbols(startingWith: "_$s10Foundation4UUIDV10uuidString"),
        .symbols(startingWith: "_$s10Foundation12CharacterSetV"), .symbols(startingWith: "_$sSy10FoundationE5range2of"),
        .selector("integerValue"), .selector("rangeOfString:options:"), .selector("evaluateWithObject:"), .selector("containsObject:"),
        .selector("firstMatchInString:options:range:"), .selector("numberOfMatchesInString:options:range:"),
        .selector("initWithUUIDString:"),
        .selector("rangeOfCharacterFromSet:"),
    ]
    /// Who sent the address.
    static let senders: [CodeUse] = [
        .symbol("_UIApplicationOpenURLOptionsSourceApplicationKey"), .selector("sourceApplication"),
    ]

    /// Functions that take values out of an address and neither convert nor compare them, and how many do.
    static func values(in code: CodeView) -> (unchecked: [Evidence], checked: Int) {
        var unchecked: [Evidence] = []
        var checked = 0
        for slice in code.slices {
            for function in slice.functions {
                guard let place = function.last(in: values) else { continue }
                guard !function.uses(checks) else {
                    checked += 1
                    continue
                }
                unchecked.append(slice.evidence(place, "takes a value out of an address and uses it as it is"))
            }
        }
        return (unchecked, checked)
    }
}

extension CodeFunction {
    /// The last place that uses one of these.
    func last(in uses: [CodeUse]) -> CodeReference? { references.last { reference in uses.contains { $0.matches(reference) } } }
}
