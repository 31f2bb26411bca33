import Foundation
import MerlonCore
import MerlonCrypto
import MerlonRuntime

/// A process that others attack while it sweeps itself.
///
/// `RuntimeProbe [harden MEASURE,…] [threads N] [libraries FOLDER] [library FILE] [manifest FILE KEY] [again] [fork] serve`: prints a line with its process id, then
/// answers each line of standard input: `sweep` with the indicators as JSON, `cheap` the same of a cheap sweep, `facts` with the snapshot, `address`
/// with where its function `probe_target` is, `call` with what that answers (7 unless hooked), `make-code` with what comes of asking for memory that is
/// writable and executable, and of making data executable; `abort` aborts, anything else ends it. `again` replaces the program by itself, which goes on
/// with the arguments that follow; `fork` goes on in a child. `RuntimeProbe sweeps N` sweeps so often and prints how many threats it saw;
/// `held` sweeps while the main thread is held, and says `swept`; `cheap N` makes cheap sweeps and prints nothing; `time N`, `first` and `first-naive`
/// print milliseconds, see `Benchmarks/runtime`.
@_cdecl("probe_target") @inline(never) public func probeTarget(_ value: Int32) -> Int32 { value == 12345 ? 1 : 7 }

func say(_ text: String) {
    print(text)
    fflush(nil)
}

func json(_ value: some Encodable) throws -> String { String(decoding: try JSONEncoder().encode(value), as: UTF8.self) }

// Swift reads its arguments from /proc: where that is not there, it serves.
var arguments = CommandLine.arguments.isEmpty ? ["serve"] : Array(CommandLine.arguments.dropFirst())
@MainActor func takeFirst() -> String { arguments.isEmpty ? "" : arguments.removeFirst() }

/// Holds the main thread, and with it the main actor, until `body` has ended.
func holdMainThread(_ body: @escaping @Sendable () async -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        await body()
        end.signal()
    }
    end.wait()
}

/// Made when it is first needed: making it is part of a first sweep.
enum Made { @MainActor static var shield = Shield(policy: .bank) }
loop: while !arguments.isEmpty {
    switch takeFirst() {
    case "harden":
        let measures = Set(takeFirst().split(separator: ",").compactMap { Hardening(rawValue: String($0)) })
        say(try json(Shield.harden(measures).map { "\($0.key.rawValue): \($0.value)" }.sorted()))
    case "manifest":
        // KEY: that of Ed25519 that signed it, in hexadecimal digits.
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: takeFirst())))
        let key = try VerifyingKey(rawRepresentation: Hex.decode(takeFirst()), algorithm: .ed25519)
        Made.shield = Shield(policy: .bank, manifest: try IntegrityManifest(verifying: bytes, keys: [key]))
    case "threads":
        for _ in 0..<(Int(takeFirst()) ?? 0) { Thread.detachNewThread { while true { sleep(1) } } }
    case "libraries":
        let folder = takeFirst()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".so") {
            guard unsafe dlopen(folder + "/" + name, RTLD_NOW) != nil else { exit(3) }
        }
    case "library":
        guard unsafe dlopen(takeFirst(), RTLD_NOW) != nil else { exit(3) }
    case "reload":
        // Loads and unloads a library all the time.
        let path = takeFirst()
        Thread.detachNewThread {
            while true {
                if let library = unsafe dlopen(path, RTLD_NOW) { unsafe dlclose(library) }
            }
        }
    case "again":
        // Swept once, so that whatever a sweep does to a process is there when it is replaced.
        _ = await Made.shield.sweep()
        let texts = ["RuntimeProbe"] + arguments
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        unsafe execv("/proc/self/exe", &pointers)
        exit(4)
    case "fork":
        // Swift hides fork(2), since a child of a program with threads can do little; here there are no others yet.
        guard let address = unsafe dlsym(nil, "fork") else { exit(5) }
        let child = unsafe unsafeBitCast(address, to: (@convention(c) () -> Int32).self)()
        if child != 0 {
            var status: Int32 = 0
            unsafe waitpid(child, &status, 0)
            exit(status == 0 ? 0 : 6)
        }
    case "sweeps":
        var counts: [String: Int] = [:]
        // Also before no sweep: what Swift's concurrency takes when it is first used is an app's own and not the shield's.
        await Task.detached {}.value
        for _ in 0..<(Int(takeFirst()) ?? 0) {
            for indicator in await Made.shield.sweep().indicators where indicator.category.isThreat {
                counts[indicator.id, default: 0] += 1
            }
        }
        say(try json(counts))
    case "held":
        let shield = Shield(policy: .bank)
        holdMainThread {
            for extent in Shield.Extent.allCases where await shield.sweep(extent).reasons.isEmpty { return }
            say("swept")
        }
    case "make": _ = Made.shield
    case "cheap":
        for _ in 0..<(Int(takeFirst()) ?? 0) { _ = await Made.shield.sweep(.cheap) }
    case "first":
        let times = SweepTimes()
        await times.measure("first sweep") { _ = await Shield(policy: .bank).sweep() }
        say(try json(times.all))
    case "first-naive":
        let times = SweepTimes()
        await times.measure("first sweep") { precondition(NaiveWays.full()) }
        say(try json(times.all))
    case "time":
        say(try json(await SweepTimes.measure(Made.shield, Int(takeFirst()) ?? 100).all))
    case "serve":
        let target: @convention(c) (Int32) -> Int32 = probeTarget
        let address = unsafe unsafeBitCast(target, to: UInt.self)
        say("pid \(getpid())")
        while let line = readLine() {
            switch line {
            case "sweep": say(try json(await Made.shield.sweep()))
            case "make": _ = Made.shield
            case "cheap": say(try json(await Made.shield.sweep(.cheap)))
            case "facts": say(try json(await Made.shield.facts()))
            case "address": say("\(address)")
            case "call": say("\(target(3))")
            case "make-code": say(makeCode())
            case "abort": abort()
            default: break loop
            }
        }
    default: exit(2)
    }
}

/// What comes of asking for memory that is writable and executable, and of making data executable.
func makeCode() -> String {
    let both = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let data = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let changed = unsafe mprotect(data, 4096, PROT_READ | PROT_EXEC)
    return "\(unsafe both == MAP_FAILED ? "refused" : "done") \(changed == 0 ? "done" : "refused")"
}
