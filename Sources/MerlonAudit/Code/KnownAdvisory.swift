/// A published flaw of a library that apps use, with the first release that has the fix.
///
/// A handful of well-known ones, so that a plain case is seen offline. No substitute for a vulnerability database.
struct KnownAdvisory: Sendable {
    let library: String
    /// Versions below this have the flaw.
    let fixed: [Int]
    /// `CVE-2022-3215`.
    let id: String

    static let all: [KnownAdvisory] = [
        .init(library: "swift-nio", fixed: [2, 42, 0], id: "CVE-2022-3215"),
        .init(library: "swift-nio-http2", fixed: [1, 19, 2], id: "CVE-2022-24666, CVE-2022-24667, CVE-2022-24668"),
        .init(library: "swift-nio-extras", fixed: [1, 14, 0], id: "CVE-2022-3252"),
        .init(library: "async-http-client", fixed: [1, 13, 2], id: "CVE-2023-0040"),
        .init(library: "vapor", fixed: [4, 90, 0], id: "CVE-2024-21631"),
        .init(library: "zipfoundation", fixed: [0, 9, 18], id: "CVE-2023-39135"),
        .init(library: "ssziparchive", fixed: [2, 5, 4], id: "CVE-2022-36943"),
        .init(library: "ziparchive", fixed: [2, 5, 4], id: "CVE-2022-36943"),
        .init(library: "afnetworking", fixed: [2, 5, 3], id: "CVE-2015-3996"),
        .init(library: "starscream", fixed: [2, 0, 4], id: "CVE-2017-7192"),
    ]

    /// The advisories for a version of a library.
    static func matching(_ dependency: LockedDependency) -> [KnownAdvisory] {
        let numbers = dependency.version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        guard !numbers.isEmpty else { return [] }
        return all.filter { $0.library == dependency.name && numbers.lexicographicallyPrecedes($0.fixed) }
    }
}
