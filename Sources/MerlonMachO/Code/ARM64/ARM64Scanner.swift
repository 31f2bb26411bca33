/// Sweeps A64 code for uses of the index's targets.
///
/// Each function is first passed over by a loop that knows four instructions and asks one bit of a page: most functions use nothing that is
/// looked for and are done with that. The others are walked with what is known of each register.
struct ARM64Scanner {
    let index: CodeTargetIndex
    /// Ascending.
    let functions: [UInt64]
    /// Those to search; `nil` for all code.
    var wanted: Set<UInt64>?

    /// Sweeps one section. `base` is its address.
    func scan(_ bytes: ByteView, at base: UInt64, into uses: inout [CodeUse]) {
        let count = bytes.count / 4
        guard count > 0, !index.targets.isEmpty else { return }
        let end = base &+ UInt64(count) * 4
        unsafe bytes.withUnsafeBytes { buffer in
            let code = unsafe ARM64Code(buffer, base: base)
            var walker = ARM64Walker(index: index)
            var next = firstFunction(at: base)
            var start = base
            while start < end {
                while next < functions.count, functions[next] <= start { next += 1 }
                let stop = next < functions.count ? min(functions[next] & ~3, end) : end
                let isFunction = next > 0 && functions[next - 1] == start
                let range = Int((start - base) / 4)..<Int((max(stop, start &+ 4) - base) / 4)
                if isWanted(start), unsafe code.mayUse(index, range) {
                    unsafe walker.walk(code, range, function: isFunction ? start : nil, into: &uses)
                }
                if uses.count >= CodeReferences.maximumUses { return }
                start = max(stop, start &+ 4)
            }
        }
    }

    private func isWanted(_ start: UInt64) -> Bool { wanted.map { $0.contains(start) } ?? true }

    private func firstFunction(at address: UInt64) -> Int {
        var low = 0
        var high = functions.count
        while low < high {
            let middle = (low + high) / 2
            if functions[middle] < address { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
