/// The instructions of a function that a branch in it leads to: where paths join. Reused from function to function.
struct BranchTargets {
    private var bits: [UInt64] = []

    /// Collects the targets of the branches in `range`.
    mutating func collect(_ code: ARM64Code, _ range: Range<Int>) {
        let needed = range.count / 64 + 1
        if bits.count < needed { bits = Array(repeating: 0, count: needed) }
        for word in 0..<needed { bits[word] = 0 }
        for number in range {
            let instruction = unsafe code[number]
            let distance: Int64
            if instruction.isConditionalBranch19 {
                distance = instruction.distance19
            } else if instruction.isTestBranch {
                distance = instruction.distance14
            } else if instruction.isImmediateBranch, !instruction.isLinked {
                distance = instruction.distance26
            } else {
                continue
            }
            let target = number + Int(distance / 4) - range.lowerBound
            if target >= 0, target < range.count { bits[target >> 6] |= 1 << UInt64(target & 63) }
        }
    }

    /// Whether instruction `offset` of the function is a target.
    @inline(__always)
    func contains(_ offset: Int) -> Bool { bits[offset >> 6] & 1 << UInt64(offset & 63) != 0 }
}
