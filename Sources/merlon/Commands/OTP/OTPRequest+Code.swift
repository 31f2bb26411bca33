import MerlonAuth
import MerlonCommandLine
import MerlonCore

extension OTPRequest {
    /// Shows the code of now, or uses up the next one of a counter.
    func code() async throws -> ExitStatus {
        let accounts = try await accounts()
        let entry = try await entry(accounts)
        if entry.usesCounter {
            try console.output.write("\(try await accounts.nextCode(of: entry.id).text)\n")
        } else {
            let moment = try await accounts.moment(of: entry.id)
            try console.output.write("\(moment.code.text)  \(moment.secondsLeft) s\n")
        }
        return .success
    }

    /// Shows the codes of the accounts by time with a countdown, until it is stopped. Each second on a terminal; else one list a step.
    func watch() async throws -> ExitStatus {
        let accounts = try await accounts()
        let found = subject == nil ? try await accounts.entries() : [try await entry(accounts)]
        let entries = found.filter { !$0.usesCounter }
        guard !entries.isEmpty else { throw CommandLineError(.invalidValue, "there is no account whose codes go by time") }
        let clock = SystemTimeSource()
        let end = try option(OTPCommand.seconds).map { clock.monotonicTime + .seconds(Int64($0)) }
        let isTerminal = console.output.terminalWidth != nil
        var lines = 0
        var lastStep: UInt64?
        while end.map({ clock.monotonicTime < $0 }) ?? true {
            var text = ""
            var step: UInt64 = 0
            for entry in entries {
                let moment = try await accounts.moment(of: entry.id)
                step &+= moment.step
                text += line(entry, moment, isTerminal: isTerminal)
            }
            if isTerminal {
                // Back over what was drawn before; each line clears its rest.
                try console.output.write((lines > 0 ? "\u{1B}[\(lines)A" : "") + text)
                lines = entries.count
            } else if step != lastStep {
                try console.output.write(text)
                lastStep = step
            }
            let toNextSecond = 1_000_000_000 - UInt64(clock.wallTime.nanoseconds)
            try await Task.sleep(nanoseconds: toNextSecond)
        }
        return .success
    }

    private func line(_ entry: OTPAccounts.Entry, _ moment: TOTP.Moment, isTerminal: Bool) -> String {
        guard isTerminal else { return "\(moment.code.text)  \(moment.secondsLeft) s  \(entry.title)\n" }
        let cells = 10
        let filled = Int(min(Int64(cells), (moment.secondsLeft * Int64(cells) + 29) / 30))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: cells - filled)
        let seconds = String(moment.secondsLeft)
        let title = String(entry.title.prefix(max(8, (console.output.terminalWidth ?? 80) - 32)))
        return
            "\r\(moment.code.groupedText)  [\(bar)] \(String(repeating: " ", count: max(0, 3 - seconds.count)))\(seconds) s  \(title)\u{1B}[K\n"
    }
}
