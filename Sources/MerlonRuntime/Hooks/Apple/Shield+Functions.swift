#if canImport(Darwin)
    import MerlonMachO

    /// Single functions. What a sweep finds everywhere is asked here of one, and taken back where that is wanted.
    extension Shield {
        /// Whether a function of another library is hooked for the program: its pointers, and how it begins.
        /// - Parameter symbol: The C name, without underscore: `SecTrustEvaluateWithError`.
        public static func report(onFunction symbol: String) -> FunctionReport { HookScan(LiveProcess()).report(on: "_" + symbol) }

        /// Whether a function begins as a function does. Give a `@convention(c)` function as `unsafeBitCast(function, to: UnsafeRawPointer.self)`.
        @unsafe public static func report(onFunctionAt address: UnsafeRawPointer) -> FunctionReport {
            HookScan(LiveProcess()).report(at: UInt64(UInt(bitPattern: address)) & AddressMask.pointer)
        }

        /// Writes back the program's pointers to a function that were rewritten (as `fishhook` does it), and gives the function itself, to be called
        /// past them. Not for jumps at the function's start: those cannot be taken back where code is not writable.
        ///
        /// A page of constants is made writable for the write and has its protection back afterwards. On arm64e, where these pointers are signed,
        /// nothing is written.
        /// - Returns: The function where its library defines it, and how many pointers were written.
        /// - Throws: ``RuntimeError`` `unsupported` when the definition cannot be found or the pointers are signed; `denied` when the system refused.
        @unsafe public static func restore(function symbol: String) throws(RuntimeError) -> (original: UnsafeRawPointer, written: Int) {
            let repair = SymbolRepair(index: ImageIndex(LiveProcess()))
            let plan = repair.plan("_" + symbol)
            guard !plan.hasSigned, let address = plan.original, let original = unsafe UnsafeRawPointer(bitPattern: UInt(address)) else {
                throw RuntimeError(.unsupported, "The definition of \(symbol) cannot be found, or pointers to it are signed.")
            }
            let (written, status) = repair.apply(plan)
            guard status == 0 else { throw RuntimeError(.denied, "The system refused to write a pointer to \(symbol) (status \(status)).") }
            return unsafe (original, written)
        }
    }
#endif
