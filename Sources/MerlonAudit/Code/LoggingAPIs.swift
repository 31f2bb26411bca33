/// The APIs by which an app writes to the system log, to the console or to standard error.
enum LoggingAPIs {
    /// NSLog, Swift's print family, unified logging, syslog and ASL.
    static let all: [CodeAPI] = [
        CodeAPI("NSLog", [.symbol("_NSLog"), .symbol("_NSLogv"), .symbol("_$s10Foundation5NSLogyySS_s7CVarArg_pdtF")]),
        print, debugPrint, dump,
        CodeAPI("os_log", [.symbol("__os_log_impl"), .symbol("__os_log_internal"), .symbols(startingWith: "_$s2os0A4_log_")]),
        CodeAPI("os_log at error level", [.symbol("__os_log_error_impl"), .symbol("__os_log_fault_impl")]),
        debugLevel,
        CodeAPI("syslog", [.symbol("_syslog"), .symbol("_vsyslog"), .symbol("_syslog$DARWIN_EXTSN"), .symbol("_vsyslog$DARWIN_EXTSN")]),
        CodeAPI("ASL", [.symbol("_asl_log"), .symbol("_asl_vlog"), .symbol("_asl_log_message"), .symbol("_asl_send")]),
        CodeAPI(
            "FileHandle.standardError",
            [.selector("fileHandleWithStandardError"), .symbol("_$sSo12NSFileHandleC10FoundationE13standardErrorABvgZ")]),
    ]

    static let print = CodeAPI("print", [.symbol("_$ss5print_9separator10terminatoryypd_S2StF")])
    static let debugPrint = CodeAPI("debugPrint", [.symbol("_$ss10debugPrint_9separator10terminatoryypd_S2StF")])
    static let dump = CodeAPI("dump", [.symbols(startingWith: "_$ss4dump_")])
    /// A log message of the debug level.
    static let debugLevel = CodeAPI("os_log at debug level", [.symbol("__os_log_debug_impl")])

    /// A function with more texts than this does more than log.
    private static let fewTexts = 30
    /// Functions that write to any stream. They log only where the stream is standard error.
    static let streams: [CodeAPI] = ["fprintf", "vfprintf", "fputs", "dprintf", "vdprintf", "fwrite"].map(CodeAPI.c)
    static let standardError: [CodeUse] = [.symbol("___stderrp")]

    /// What SwiftUI inlines into an app beside its own complaint about the misuse of a property wrapper; no logging of the app.
    private static let inlinedBySwiftUI: [CodeUse] = [.symbols(startingWith: "_$s7SwiftUI3LogO013runtimeIssues")]

    /// What a reader must locate for `sites`.
    static let interests = CodeInterests(of: all + streams, stringsBeside: true)
        .union(CodeInterests(of: standardError + inlinedBySwiftUI))
        .union(CodeInterests(of: [CodeAPI("String", SwiftBridging.uses)]))

    /// One use of a logging API.
    struct Site {
        let slice: CodeView.Slice
        let api: CodeAPI
        /// The place in the code; `nil` when only the import is known.
        let reference: CodeReference?

        /// The texts that the function loads: since its last logging where it loads many, all of them otherwise.
        let texts: [String]

        /// Evidence for this place.
        func evidence(_ detail: String) -> Evidence {
            reference.map { slice.evidence($0, detail) } ?? slice.evidence(detail, symbol: api.name)
        }
    }

    /// Where the code logs.
    static func sites(in code: CodeView) -> [Site] { code.slices.flatMap(sites) }

    private static func sites(in slice: CodeView.Slice) -> [Site] {
        let hasInlined = slice.uses(inlinedBySwiftUI)
        var bare: [Site] = []
        var located: [(api: CodeAPI, reference: CodeReference)] = []
        for api in all where slice.uses(api.uses) {
            let isUnified = api.name.hasPrefix("os_log")
            let found = slice.references(to: api.uses)
            if found.isEmpty, !(hasInlined && isUnified) { bare.append(Site(slice: slice, api: api, reference: nil, texts: [])) }
            for reference in found where !(hasInlined && isUnified && slice.uses(inlinedBySwiftUI, beside: reference)) {
                located.append((api, reference))
            }
        }
        for api in streams {
            for reference in slice.references(to: api.uses) where slice.uses(standardError, beside: reference) {
                located.append((api, reference))
            }
        }
        let functions = Dictionary(grouping: located, by: { $0.reference.functionAddress })
        return bare + functions.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.flatMap { sites(of: $0.value, in: slice) }
    }

    /// The logging of one function, each with its texts.
    private static func sites(of located: [(api: CodeAPI, reference: CodeReference)], in slice: CodeView.Slice) -> [Site] {
        guard let first = located.first?.reference else { return [] }
        let all = slice.references(beside: first).sorted { $0.address < $1.address }.map { ($0.address, slice.texts(of: $0)) }
            .filter { !$0.1.isEmpty }
        let isSmall = all.count <= fewTexts
        var next = 0
        return located.sorted { $0.reference.address < $1.reference.address }.map { api, reference in
            var texts: [String] = isSmall ? all.flatMap(\.1) : []
            while next < all.count, all[next].0 <= reference.address {
                if !isSmall { texts += all[next].1 }
                next += 1
            }
            return Site(slice: slice, api: api, reference: reference, texts: texts)
        }
    }
}

/// How Swift hands text to Objective-C: the call that has a short string in its argument registers.
enum SwiftBridging {
    static let uses: [CodeUse] = [.symbol("_$sSS10FoundationE19_bridgeToObjectiveCSo8NSStringCyF")]
}
