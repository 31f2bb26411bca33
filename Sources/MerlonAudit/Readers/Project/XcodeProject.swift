import MerlonCore

/// What an Xcode project (`project.pbxproj`) says of its targets: their settings in each configuration.
struct XcodeProject {
    /// A target.
    struct Target: Sendable {
        var name: String
        /// `com.apple.product-type.application` …
        var productType: String?
    }

    private(set) var targets: [Target] = []
    /// The project's own, then each target's, in the order of the file.
    private(set) var configurations: [BuildConfiguration] = []
    private let path: String
    private let objects: [String: PropertyList]
    private let settingsFile: (String) -> [String: String]?

    /// Reads the project.
    ///
    /// - Parameters:
    ///   - list: The content of the file.
    ///   - path: Where it is, for the settings.
    ///   - settingsFile: Gives the settings of an `.xcconfig` file by its name.
    /// - Throws: What is missing, as the end of a sentence.
    init(_ list: PropertyList, path: String, settingsFile: @escaping (String) -> [String: String]?) throws(XcodeProjectProblem) {
        guard let objects = list["objects"]?.dictionary, let root = list["rootObject"]?.string, let project = objects[root] else {
            throw XcodeProjectProblem(reason: "is no Xcode project: it has no root object")
        }
        self.path = path
        self.objects = objects
        self.settingsFile = settingsFile
        add(configurationsOf: project, target: nil)
        for identifier in project["targets"]?.array ?? [] {
            guard let target = identifier.string.flatMap({ objects[$0] }), let name = target["name"]?.string else { continue }
            targets.append(Target(name: name, productType: target["productType"]?.string))
            add(configurationsOf: target, target: name)
        }
    }

    /// The settings of a target where the project's own are not overridden, by configuration.
    func merged(target: String, configuration: String) -> [String: String] {
        var settings: [String: String] = [:]
        for level in [nil, target] {
            for found in configurations where found.target == level && found.configuration == configuration {
                settings.merge(found.settings) { $1 }
            }
        }
        return settings
    }

    private mutating func add(configurationsOf owner: PropertyList, target: String?) {
        guard let list = owner["buildConfigurationList"]?.string.flatMap({ objects[$0] }) else { return }
        for identifier in list["buildConfigurations"]?.array ?? [] {
            guard let configuration = identifier.string.flatMap({ objects[$0] }), let name = configuration["name"]?.string else { continue }
            let reference = configuration["baseConfigurationReference"]?.string.flatMap { objects[$0] }
            let file = (reference?["path"] ?? reference?["name"])?.string
            var settings = file.flatMap { settingsFile(BundlePath.name($0)) } ?? [:]
            for (key, value) in configuration["buildSettings"]?.dictionary ?? [:] { settings[key] = Self.text(value) }
            configurations.append(BuildConfiguration(path: path, target: target, configuration: name, settings: settings))
        }
    }

    private static func text(_ value: PropertyList) -> String {
        value.string ?? value.array.map { $0.compactMap(\.string).joined(separator: " ") } ?? ""
    }

    /// The settings that an `.xcconfig` file states. Includes are not followed.
    static func settings(ofFile content: [UInt8]) -> [String: String] {
        var settings: [String: String] = [:]
        for line in String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline) {
            // A comment runs to the end of the line, also behind a value.
            let text = line.range(ofComment: "//").map { line[..<$0] } ?? line[...]
            guard let equals = text.firstIndex(of: "="), !text.hasPrefix("#") else { continue }
            let key = text[..<equals].filter { !$0.isWhitespace }
            settings[key] = String(text[text.index(after: equals)...].trimmed)
        }
        return settings
    }
}

/// Why a project could not be read, as the end of a sentence.
struct XcodeProjectProblem: Error, Hashable, Sendable {
    let reason: String
}

extension Substring {
    /// Without blanks at both ends.
    var trimmed: Substring {
        var text = self.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    fileprivate func range(ofComment mark: String) -> Index? {
        indices.first { self[$0...].hasPrefix(mark) }
    }
}
