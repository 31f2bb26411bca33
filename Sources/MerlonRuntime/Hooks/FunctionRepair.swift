import MerlonMachO

/// Gives functions past their hooks, and takes hooks back.
struct FunctionRepair {
    let index: ImageIndex

    /// What was done.
    struct Outcome: Hashable {
        /// To be called for the function as its library has it.
        var original: UInt64
        /// Pointers that were written back.
        var pointers = 0
        /// Whether the function's start was.
        var isStartWritten = false
    }

    /// Statuses by which systems say that a process may make no code at all: `EPERM`, `EACCES` and, on Apple's, `ENOTSUP`.
    private static let refusals: Set<Int32> = [1, 13, 45]

    /// The address to call for the function at `address` as its library has it: the function itself when its start is as it was made, otherwise a copy
    /// of the start, in new memory, that goes on in the function behind the hook.
    func callable(at address: UInt64) throws(RuntimeError) -> UInt64 {
        guard let change = try HookScan(index).original(at: address).change else { return address }
        return try makeCopy(of: change)
    }

    /// Writes back the program's pointers to a symbol and, when asked for, the start of its function.
    ///
    /// Nothing is written unless there is something to call afterwards.
    /// - Parameters:
    ///   - symbol: With C's underscore.
    ///   - image: The last part of the path of the one image whose pointers are written; `nil` for all of the program's.
    ///   - writesCode: Whether a changed start is written back. Otherwise a copy of it is made.
    func restore(_ symbol: String, image: String? = nil, writesCode: Bool) throws(RuntimeError) -> Outcome {
        let pointers = SymbolRepair(index: index)
        let plan = pointers.plan(symbol, image: image)
        guard !plan.hasSigned, let address = plan.original else {
            throw RuntimeError(.unsupported, "The definition of \(symbol) cannot be found, or pointers to it are signed.")
        }
        var outcome = Outcome(original: address)
        if let change = try HookScan(index).original(at: address).change {
            if writesCode {
                let status = index.space.setCode(at: address, from: change.current, to: change.original)
                guard status == 0 else { throw RuntimeError(.denied, "The system refused to write to \(symbol) (status \(status)).") }
                outcome.isStartWritten = true
            } else {
                outcome.original = try makeCopy(of: change)
            }
        }
        let (written, status) = pointers.apply(plan)
        guard status == 0 else { throw RuntimeError(.denied, "The system refused to write a pointer to \(symbol) (status \(status)).") }
        outcome.pointers = written
        return outcome
    }

    private func makeCopy(of change: OriginalFunction.Change) throws(RuntimeError) -> UInt64 {
        let prologue: RelocatedPrologue
        switch change.prologue {
        case .success(let moved): prologue = moved
        case .failure(let error): throw RuntimeError(.unsupported, "The function's start cannot be moved: \(error.reason).")
        }
        let (address, status) = index.space.makeCode(prologue.code)
        guard status == 0 else {
            let isRule = Self.refusals.contains(status)
            throw RuntimeError(
                isRule ? .unsupported : .denied,
                isRule
                    ? "This system lets the process make no code, as iOS and the hardened runtime do."
                    : "The system gave no memory for code (status \(status)).")
        }
        return address
    }
}
