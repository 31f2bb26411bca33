/// Recognises frameworks that bring their own language runtime or user interface, by what they cannot do without.
enum RuntimeRecognition {
    /// The runtimes of an artifact and of all within it.
    static func runtimes(in artifact: Artifact) -> [AppRuntime] {
        var found: Set<AppRuntime> = Set(artifact.children.flatMap(\.runtimes))
        if artifact.kind == .framework { found.formUnion(runtimes(ofFramework: artifact)) }
        for file in artifact.files { found.formUnion(runtimes(of: file)) }
        for slice in artifact.binaries.lazy.flatMap(\.slices) {
            // Linked into the app itself, a runtime shows by its classes.
            for type in slice.classes { if let runtime = classes[type.name] { found.insert(runtime) } }
        }
        return AppRuntime.allCases.filter(found.contains)
    }

    private static let classes: [String: AppRuntime] = [
        "FlutterEngine": .flutter, "RCTBridge": .reactNative, "RCTHost": .reactNative, "UnityAppController": .unity,
        "UnityFramework": .unity, "CDVViewController": .cordova, "CAPBridgeViewController": .cordova,
    ]

    private static func runtimes(ofFramework artifact: Artifact) -> Set<AppRuntime> {
        let name = artifact.path.isEmpty ? artifact.name : BundlePath.stem(artifact.path)
        switch name {
        case "Flutter": return [.flutter]
        case "React", "React-Core", "ReactCommon", "React_Core": return [.reactNative]
        case "hermes", "hermesvm": return [.hermes, .reactNative]
        case "UnityFramework": return [.unity]
        case "Cordova", "Capacitor": return [.cordova]
        default: return []
        }
    }

    private static func runtimes(of file: BundleFile) -> Set<AppRuntime> {
        let path = file.path
        let folders = BundlePath.folders(path)
        if folders.contains("flutter_assets") { return [.flutter] }
        if file.pathExtension == "jsbundle" || path.hasSuffix(".ios.bundle") {
            return isHermesBytecode(file.head) ? [.reactNative, .hermes] : [.reactNative]
        }
        if zip(folders, folders.dropFirst()).contains(where: { $0 == "Data" && $1 == "Managed" })
            || path.hasSuffix("Data/globalgamemanagers") || path.hasSuffix("Data/data.unity3d")
        {
            return [.unity]
        }
        if assemblies.contains(file.name) { return [.xamarin] }
        if path.hasSuffix("www/cordova.js") || file.name == "capacitor.config.json" { return [.cordova] }
        return []
    }

    /// The class libraries of .NET for iOS, of which every app has one. Unity has `mscorlib.dll` too, under `Data/Managed`.
    private static let assemblies: Set<String> = [
        "Xamarin.iOS.dll", "Microsoft.iOS.dll", "System.Private.CoreLib.dll", "Mono.Security.dll",
    ]

    /// The magic number 0x1F1903C103BC1FC6, little-endian.
    static func isHermesBytecode(_ head: [UInt8]) -> Bool { head.starts(with: [0xC6, 0x1F, 0xBC, 0x03, 0xC1, 0x03, 0x19, 0x1F]) }
}
