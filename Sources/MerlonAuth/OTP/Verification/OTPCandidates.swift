import MerlonCore

/// The steps or counters whose codes are compared with an entered one.
package struct OTPCandidates {
    package let first: UInt64
    package let last: UInt64

    private init(_ first: UInt64, _ last: UInt64) {
        self.first = first
        self.last = last
    }

    /// `radius` to either side of `centre`, cut at the ends of the range.
    package init(around centre: UInt64, radius: Int) {
        self.init(centre - min(centre, UInt64(radius)), centre + min(.max - centre, UInt64(radius)))
    }

    /// The first and `count` more.
    init(from first: UInt64, count: Int) { self.init(first, first + min(.max - first, UInt64(count))) }

    /// Those that are in both, or the nearest one.
    func clamped(to limits: OTPCandidates) -> OTPCandidates {
        OTPCandidates(min(max(first, limits.first), limits.last), max(min(last, limits.last), limits.first))
    }

    /// What was found among the candidates.
    package struct Match {
        /// The lowest that has the code and lies behind the last used one. Of two codes in a row, the second's.
        package let fresh: UInt64?
        /// The lowest that has the code and was used.
        package let used: UInt64?
    }

    /// Compares the code with that of every candidate, in a time that depends on their number alone: neither whether nor where one matches
    /// shows. With a second code, that has to be the one behind the first.
    package func match(_ code: UInt32, then second: UInt32?, _ hotp: HOTP, lastFactor: UInt64?) throws(AuthError) -> Match {
        var (fresh, used) = (Selection(), Selection())
        var factor = last
        var following: UInt32 = 0
        if second != nil { following = try hotp.value(at: last &+ 1) }
        while true {
            let value = try hotp.value(at: factor)
            let difference = (value ^ code) | (second.map { following ^ $0 } ?? 0)
            // Behind the last counter of all there is no second code.
            let exists: UInt64 = second != nil && factor == .max ? 0 : .max
            let matches = ConstantTime.zeroMask(difference) & exists
            let isFresh: UInt64 = lastFactor.map { factor > $0 } ?? true ? .max : 0
            fresh.take(second == nil ? factor : factor &+ 1, if: matches & isFresh)
            used.take(factor, if: matches & ~isFresh)
            following = value
            if factor == first { break }
            factor -= 1
        }
        return Match(fresh: fresh.value, used: used.value)
    }

    /// A number that is taken or not without a branch.
    private struct Selection {
        private var number: UInt64 = 0
        private var isTaken: UInt64 = 0

        @inline(__always)
        mutating func take(_ other: UInt64, if mask: UInt64) {
            number = number & ~mask | other & mask
            isTaken |= mask
        }

        var value: UInt64? { isTaken != 0 ? number : nil }
    }
}
