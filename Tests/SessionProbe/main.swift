import Foundation
import MerlonAuth
import MerlonCore
import MerlonVault

// A program that uses a session and is run beside others or killed by tests.
//
//   SessionProbe start FOLDER PORT         signs in, by a clock that is an hour behind
//   SessionProbe use FOLDER PORT COUNT     waits for a line, then makes COUNT requests at once, and prints how many the server took
//   SessionProbe loop FOLDER PORT          makes requests without end, in a time that runs 2,000 times as fast, and prints a line for each

/// Prints a line at once.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let arguments = CommandLine.arguments
guard arguments.count >= 4, let port = UInt16(arguments[3]) else { exit(2) }
let client = LoopbackClient(port: port)
let store = try await FileStore.file(
    at: arguments[2] + "/vault", protectors: [KeyFileProtector(path: arguments[2] + "/key")])
let vault = try Vault(namespace: .init("com.example.session", environment: .development), store: store)
let time = FastTime(factor: arguments[1] == "loop" ? 2000 : 1, offset: arguments[1] == "start" ? .hours(-1) : .zero)
let session = Session(in: vault, refresher: client, time: time)

switch arguments[1] {
case "start":
    try await session.start(with: try TokenResponse(parsing: Array(try client.post("/login", "").body.utf8)))
    say("started")
case "use":
    say("ready")
    _ = readLine()
    let requests = (0..<(Int(arguments[4]) ?? 1)).map { _ in Task.detached { await client.use(session) } }
    var count = 0
    for request in requests where await request.value { count += 1 }
    say("\(count)")
case "loop":
    say("ready")
    while true { say(await client.use(session) ? "ok" : "refused") }
default: exit(2)
}
