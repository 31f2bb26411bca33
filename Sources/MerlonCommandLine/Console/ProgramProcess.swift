/// The process that a program runs in.
public enum ProgramProcess: Sendable {
    /// Lets writing to a closed pipe return an error, and turns a crash into one line and status 3.
    public static func prepareSignals() {
        signal(SIGPIPE, SIG_IGN)
        // Whoever asks for Swift's backtraces gets them.
        guard unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE] {
            signal(number) { _ in
                // Only what is safe in a signal handler: no allocation, no lock.
                let message: StaticString =
                    "error: internal fault\nhint: please report it, with the command line and if you can the input\n"
                unsafe _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
                _exit(ExitStatus.internalFault.rawValue)
            }
        }
    }

    /// The words that it was started with, without its own name.
    public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

    /// Standard output and error, and the process's environment.
    public static var console: Console {
        Console(output: FileDescriptorSink.standardOutput, errors: FileDescriptorSink.standardError) { name in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
    }

    /// Ends the process.
    public static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}
