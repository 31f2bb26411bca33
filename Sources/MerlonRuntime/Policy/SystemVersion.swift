/// Numbers of a system's version, compared with a limit that may have fewer of them.
struct SystemVersion {
    private let numbers: [Int]

    init(_ text: String) { numbers = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 } }

    /// Whether it is above the limit, by as many numbers as that has: 17.4 is not after 17, and is after 17.3.
    func isAfter(_ limit: SystemVersion) -> Bool { limit.numbers.lexicographicallyPrecedes(numbers.prefix(limit.numbers.count)) }

    /// Whether it is below the limit, where missing numbers are zeros: 17 is not before 17.0, and is before 17.1.
    func isBefore(_ limit: SystemVersion) -> Bool {
        let padded = numbers + Array(repeating: 0, count: max(limit.numbers.count - numbers.count, 0))
        return padded.lexicographicallyPrecedes(limit.numbers)
    }
}
