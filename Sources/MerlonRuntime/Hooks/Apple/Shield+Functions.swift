#if canImport(Darwin)
    import MerlonMachO

    /// Single functions. What a sweep finds everywhere is asked here of one, and taken back where that is wanted.
    extension Shield {
        /// Whether a function of another library is hooked for the program: its pointers, and how it begins.
        /// - Parameters:
        ///   - symbol: The C name, without underscore: `SecTrustEvaluateWithError`.
        ///   - image: The one image of the program whose pointers are looked at, by the last part of its path, such as `Payments`; `nil` for all.
        public static func report(onFunction symbol: String, in image: String? = nil) -> FunctionReport {
            HookScan(LiveProcess()).report(on: "_" + symbol, image: image)
        }

        /// Whether a function begins as a function does. Give a `@convention(c)` function as `unsafeBitCast(function, to: UnsafeRawPointer.self)`.
        @unsafe public static func report(onFunctionAt address: UnsafeRawPointer) -> FunctionReport {
            HookScan(LiveProcess()).report(at: unsafe AppleSystem.address(of: address))
        }

        /// A pointer to call for a function of another library past its hooks. Nothing is taken back, and nobody else's calls change.
        ///
        /// Pointers that were rewritten are not followed. Where the function's start was written over, its first instructions are put into new memory, as
        /// the image's file has them, with a jump behind them to where the function goes on; that memory stays for ever. It needs a file that can be read
        /// and is not encrypted, so that it is not for the system's functions on iOS, and a system that lets the process make code: macOS without the
        /// hardened runtime (or with `com.apple.security.cs.allow-unsigned-executable-memory`), and the simulator; iOS does not. A function that calls
        /// itself comes to the hook with its second call.
        /// - Parameter symbol: The C name, without underscore. The program must import it.
        /// - Throws: ``RuntimeError`` `unsupported` when the definition or its first instructions are not known, an instruction cannot be moved, or no code
        ///   can be made; `denied` when there is no memory.
        @unsafe public static func original(ofFunction symbol: String) throws(RuntimeError) -> UnsafeRawPointer {
            let index = ImageIndex(LiveProcess())
            guard let address = SymbolRepair(index: index).plan("_" + symbol).original else {
                throw RuntimeError(.unsupported, "The definition of \(symbol) cannot be found.")
            }
            return unsafe try pointer(FunctionRepair(index: index).callable(at: address))
        }

        /// The same for a function that is given by its address, such as one of the app's own. Without a signature on arm64e.
        @unsafe public static func original(ofFunctionAt address: UnsafeRawPointer) throws(RuntimeError) -> UnsafeRawPointer {
            unsafe try pointer(FunctionRepair(index: ImageIndex(LiveProcess())).callable(at: AppleSystem.address(of: address)))
        }

        /// Writes back the program's pointers to a function that were rewritten (as `fishhook` does it), and gives the function itself, to be called
        /// past them.
        ///
        /// A page of constants is made writable for the write and has its protection back afterwards. On arm64e, where these pointers are signed,
        /// nothing is written. Where the function's start was written over as well, what is given is a copy as of ``original(ofFunction:)``; or the start is
        /// written back, when that is asked for.
        /// - Parameters:
        ///   - symbol: The C name, without underscore.
        ///   - image: The one image of the program whose pointers are written, by the last part of its path; `nil` for all.
        ///   - writesCode: Whether the function's own first instructions are written over a jump there. Its page is exchanged as a whole for one that is
        ///     executable already, so that other threads may go on. iOS refuses that, and so does the hardened runtime.
        /// - Returns: What to call, how many pointers were written, and whether the function's start was.
        /// - Throws: ``RuntimeError`` `unsupported`, with nothing written, as of ``original(ofFunction:)``, or when the pointers are signed; `denied` when the
        ///   system refused to write.
        @unsafe public static func restore(
            function symbol: String, in image: String? = nil, dangerouslyWritingCode writesCode: Bool = false
        ) throws(RuntimeError) -> (original: UnsafeRawPointer, written: Int, isStartWritten: Bool) {
            let outcome = try FunctionRepair(index: ImageIndex(LiveProcess())).restore("_" + symbol, image: image, writesCode: writesCode)
            return unsafe (try pointer(outcome.original), outcome.pointers, outcome.isStartWritten)
        }

        @unsafe private static func pointer(_ address: UInt64) throws(RuntimeError) -> UnsafeRawPointer {
            guard let pointer = unsafe UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: address)) else {
                throw RuntimeError(.unsupported, "The function lies at no address.")
            }
            return unsafe pointer
        }
    }
#endif
