import Foundation
import TestSupport

/// What programs of this system log: the files of the package manager, then traces that real programs print.
enum OrdinaryLogs {
    static func lines(atMost limit: Int) throws -> [String] {
        var lines: [String] = []
        for path in ["/var/log/dpkg.log", "/var/log/apt/term.log", "/var/log/apt/history.log", "/var/log/alternatives.log"] {
            lines += ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").prefix(limit / 4).map(String.init)
        }
        for command in [
            ["LD_DEBUG=files,libs,versions", "git", "--version"], ["LD_DEBUG=bindings", "openssl", "version"],
            ["openssl", "ciphers", "-v", "ALL"], ["dpkg-query", "--list"], ["git", "config", "--list"],
            ["python3", "-v", "-c", "import json, http.client, email.message, ssl, logging"], ["LD_DEBUG=all", "dpkg", "--version"],
            ["LD_DEBUG=all", "python3", "-c", "import ssl, ctypes, hashlib"],
        ] where lines.count < limit {
            lines += try output(of: command)
        }
        return Array(lines.prefix(limit))
    }

    private static func output(of command: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.start()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
