import Foundation
import MerlonPrivacy

/// Measures MerlonPrivacy and prints a line `NAME VALUE` for each figure: `PrivacyBenchmark LOG [SECONDS]` masks that file's lines, for a
/// second or as long as is said, then lines made to cost as much as they can.
func processorSeconds() -> Double { Double(clock()) / 1e6 }

/// Megabytes a second of processor time.
func rate(_ bytes: [UInt8], seconds: Double) -> Double {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    let start = processorSeconds()
    var total = 0
    repeat {
        output.removeAll(keepingCapacity: true)
        var stream = LogSanitizer().stream()
        stream.append(bytes, to: &output)
        stream.finish(to: &output)
        total += bytes.count
    } while processorSeconds() - start < seconds
    return Double(total) / (processorSeconds() - start) / 1e6
}

guard (2...3).contains(CommandLine.arguments.count), let log = FileManager.default.contents(atPath: CommandLine.arguments[1]), !log.isEmpty
else {
    FileHandle.standardError.write(Data("usage: PrivacyBenchmark LOG [SECONDS]\n".utf8))
    exit(2)
}
let span = CommandLine.arguments.count == 3 ? Double(CommandLine.arguments[2]) ?? 1 : 1
print("ordinary", rate(Array(log), seconds: span))

/// Units that, repeated, make a careless matcher look at the rest of the line from every place.
let hostile = [
    "://", "a:b://", "\"phone\":\"", "eyJ-", "eyJ.", "sk-", "@", "a@", "a@b.", "token:", "password=", "password=*", "cookie:", "+1", "+1 ",
    "(",
    "4111 ", "4111-", "DE89 ", "Basic ", "-----BEGIN PRIVATE KEY", "-----BEGIN ", "--", "pin=&a=",
]
var worst = (name: "", rate: Double.infinity)
for unit in hostile where span > 0 {
    let line = Array(String(repeating: unit, count: (1 << 20) / unit.utf8.count).utf8)
    let measured = rate(line, seconds: span / 20)
    if measured < worst.rate { worst = (unit, measured) }
    print("hostile-\(unit.replacing(" ", with: "_"))", measured)
}
print("worst", worst.rate)
