import Foundation

/// Processes that do nothing but take processor time, for what has to hold under load too.
public func withBusyLoops<R>(_ count: Int, _ body: () throws -> R) throws -> R {
    let loops = (0..<count).map { _ in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // It ends by itself where nobody is left to end it.
        process.arguments = ["-c", "i=0; while [ $i -lt 1000000000 ]; do i=$((i+1)); done"]
        return process
    }
    defer { for process in loops where process.isRunning { process.end(SIGKILL) } }
    for process in loops { try process.start(atMost: 1200) }
    return try body()
}
