/// Variables for the loader and of hooking tools.
enum LoaderVariableDetector {
    /// Libraries that Xcode inserts, by the file's name.
    private static let xcode: Set<String> = [
        "libBacktraceRecording.dylib", "libMainThreadChecker.dylib", "libViewDebuggerSupport.dylib", "libRPAC.dylib",
        "libLogRedirect.dylib",
        "libgmalloc.dylib", "libXCTestBundleInject.dylib", "libXCTTargetBootstrapInject.dylib", "libMTLCapture.dylib", "libMTLHud.dylib",
    ]

    static let apple = Detector.apple(
        "apple-loader-variables", "variables for the loader and of hooking tools", tier: .cheap,
        indicators: ["apple-inserted-library", "apple-jailbreak-variable", "apple-loader-variable", "apple-xcode-variable"],
        categories: [.hooking, .systemIntegrity, .environment, .posture], \.loaderVariables
    ) { variables, facts in
        variables.map { judge($0, isDevice: facts.kind ?? .device == .device) }.outcome
    }

    private static func judge(_ variable: LoaderVariable, isDevice: Bool) -> Indicator {
        let evidence = [Indicator.Evidence("\(variable.name): \(variable.files.joined(separator: ", "))", source: "environ")]
        guard variable.name.hasPrefix("DYLD_") else {
            return Indicator(
                "apple-jailbreak-variable", .systemIntegrity, isDevice ? .firm : .weak, evidence: evidence, test: "MASTG-TEST-0240",
                advice: "A jailbreak or its hooking library sets it for the apps that it starts.")
        }
        guard variable.name == "DYLD_INSERT_LIBRARIES" else {
            return Indicator(
                "apple-loader-variable", .posture, .weak, evidence: evidence,
                advice: "The loader is told to look elsewhere, or to report. Runs from Xcode have such variables.")
        }
        if !variable.files.isEmpty, variable.files.allSatisfy({ xcode.contains($0) || $0.hasPrefix("libclang_rt.") }) {
            return Indicator(
                "apple-xcode-variable", .environment, .firm, evidence: evidence,
                advice: "By their names Xcode's own libraries: a run by a developer. Anybody can choose a name.")
        }
        return Indicator(
            "apple-inserted-library", .hooking, .firm, evidence: evidence, test: "MASTG-TEST-0354",
            advice: "A library was put into the process when it started, before all others.", family: "apple-foreign-image")
    }
}
