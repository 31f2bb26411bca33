import CFuzzer

/// Hands `parse` one input after the other until libFuzzer's limits are reached, then ends the process. The command line is libFuzzer's.
///
/// A finding is whatever ends the process otherwise: a trap, a sanitizer's report, too much time or memory. So `parse` ignores the errors
/// that it is there to provoke, and calls `preconditionFailure` where a property does not hold, such as a round trip.
public func fuzz(_ parse: @escaping ([UInt8]) -> Void) -> Never {
    // libFuzzer takes a C function, which has no context.
    unsafe current = parse
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = unsafe withUnsafeMutablePointer(to: &words) { pointer in
        unsafe pointer.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) { words in
            unsafe LLVMFuzzerRunDriver(&count, words) { data, size in
                unsafe current([UInt8](UnsafeBufferPointer(start: data, count: size)))
                return 0
            }
        }
    }
    finish(status)
}

/// Set once, before libFuzzer starts; it calls from one thread.
nonisolated(unsafe) private var current: ([UInt8]) -> Void = { _ in }
