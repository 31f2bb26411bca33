#if os(Linux)
    import Foundation
    public import MerlonPinning

    /// The browser that the person has chosen for their desktop.
    public enum SystemBrowser: Sendable {
        /// Opens the URL by `xdg-open`. Returns when the browser was asked, not when it has loaded.
        ///
        /// The URL becomes an argument of a process, which every user of the machine can read: it has a `state` and a challenge, and no secret.
        ///
        /// Throws ``AuthError/Code/unsupported`` when there is no `xdg-open`, or it finds no browser.
        public static func open(_ url: HTTPURL) async throws(AuthError) {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            let paths = folders.filter { $0.hasPrefix("/") }.map { "\($0)/xdg-open" }
            guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
                throw AuthError(.unsupported, "There is no xdg-open to open a browser by.")
            }
            let status = await run(path, url.description)
            guard status == 0 else {
                throw AuthError(.unsupported, "No browser can be opened.", nativeStatus: status.map(Int64.init))
            }
        }

        /// The exit status; `nil` when the program does not start.
        private static func run(_ path: String, _ argument: String) async -> Int32? {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = [argument]
            // What browsers say must not mix with what the program says.
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            return await withCheckedContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(returning: nil) }
            }
        }
    }
#endif
