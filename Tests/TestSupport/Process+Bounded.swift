public import Foundation

/// No test waits for ever for a process that it started: neither for its end nor for what it may still write.
extension Process {
    /// Starts it. When it still runs after so many seconds it is ended by SIGKILL, which also ends what is read from it.
    public func start(atMost seconds: Double = 900) throws {
        try run()
        ProcessWatch.shared.watch(self, seconds)
    }

    /// Asks it by the signal to end, kills it when it has not done so in time, and waits for its end. Signals may be blocked in it: what a test
    /// starts inherits that from the thread that starts it.
    public func end(_ signal: Int32 = SIGTERM, patience seconds: Double = 5) {
        if isRunning { kill(processIdentifier, signal) }
        guard !waits(seconds) else { return }
        kill(processIdentifier, SIGKILL)
        // Not even this ends one that waits in the kernel for a device.
        if !waits(30) { print("process \(processIdentifier) does not end, not even killed") }
    }

    /// Waits for its end; whether it came in time.
    @discardableResult public func waits(_ seconds: Double) -> Bool {
        let limit = ProcessInfo.processInfo.systemUptime + seconds
        var pause: UInt32 = 500
        while isRunning {
            guard ProcessInfo.processInfo.systemUptime < limit else { return false }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        return true
    }
}

/// One thread that looks once a second at the processes that have a limit.
private final class ProcessWatch: @unchecked Sendable {
    static let shared = ProcessWatch()
    private let lock = NSLock()
    private var watched: [(process: Process, limit: Double)] = []
    private var isStarted = false

    func watch(_ process: Process, _ seconds: Double) {
        lock.lock()
        defer { lock.unlock() }
        watched.append((process, ProcessInfo.processInfo.systemUptime + seconds))
        if !isStarted { Thread.detachNewThread { [self] in work() } }
        isStarted = true
    }

    private func work() {
        while true {
            sleep(1)
            lock.lock()
            watched.removeAll { !$0.process.isRunning }
            let overdue = watched.filter { $0.limit < ProcessInfo.processInfo.systemUptime }
            lock.unlock()
            for (process, _) in overdue {
                print(
                    "process \(process.processIdentifier) (\(process.executableURL?.lastPathComponent ?? "")) took too long and is killed")
                kill(process.processIdentifier, SIGKILL)
            }
        }
    }
}
