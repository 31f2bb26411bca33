import CSecretProbe
import Foundation
import MerlonCore
import MerlonCrypto
import TestSupport

/// A process that holds secrets, for tests that look at it from outside, or that does to itself what a test must survive.
///
/// `SecretProbe [no-memfd] MODE`: with `no-memfd` the kernel has no memfd_secret. Seeds: 1 is a live secret, 2 ordinary memory (which the test must
/// find, or it looks in the wrong place), 3 a secret that was released.
var arguments = CommandLine.arguments.dropFirst()
if arguments.first == "no-memfd" {
    guard probe_deny_memfd_secret() == 0 else { throw CoreError(.unsupported, "No seccomp filter possible.") }
    arguments.removeFirst()
}

func makeSecret(seed: UInt64) throws(CoreError) -> SecretBytes {
    unsafe try SecretBytes(count: SecretPattern.count) { buffer in
        for index in 0..<buffer.count { unsafe buffer[index] = SecretPattern.byte(index, seed: seed) }
    }
}

func say(_ text: String) {
    print(text)
    fflush(nil)
}

/// Keeps `body`'s secrets and the ordinary pattern alive while it runs.
func holding(_ body: (SecretBytes, [UInt8]) throws -> Void) throws {
    let live = try makeSecret(seed: 1)
    var released: SecretBytes? = try makeSecret(seed: 3)
    let ordinary = SecretPattern.bytes(seed: 2)
    released = nil
    try body(live, ordinary)
    withExtendedLifetime(released) {}
    withExtendedLifetime(live) {}
    withExtendedLifetime(ordinary) {}
}

switch arguments.first {
case "hold":
    try holding { live, _ in
        say("\(live.protection)")
        _ = readLine()
    }
case "dump":
    guard probe_allow_core() == 0 else { throw CoreError(.unsupported, "Core dumps are forbidden here.") }
    try holding { _, _ in abort() }
case "crash":
    try holding { live, ordinary in
        unsafe live.withUnsafeBytes { secret in unsafe ordinary.withUnsafeBytes { unsafe probe_crash(secret.baseAddress!, $0.baseAddress!) }
        }
    }
case "abort":
    try holding { _, _ in abort() }
case "recover":
    guard probe_recover_from_faults() == 0 else { throw CoreError(.unsupported, "The handler could not be set.") }
    try holding { live, _ in
        probe_fault()
        say("\(try live == makeSecret(seed: 1))")
    }
case "fork":
    try holding { live, ordinary in
        let inSecret = unsafe live.withUnsafeBytes { unsafe probe_read_in_child($0.baseAddress!) }
        let inOrdinary = unsafe ordinary.withUnsafeBytes { unsafe probe_read_in_child($0.baseAddress!) }
        say("\(inSecret) \(inOrdinary)")
    }
case "fork-allocate":
    try holding { _, _ in
        let pid = probe_fork()
        if pid == 0 {
            let fresh = try makeSecret(seed: 4)
            exit(try fresh == makeSecret(seed: 4) ? 0 : 1)
        }
        say("\(probe_wait(pid))")
    }
case "overrun":
    let whole = try SystemEntropy().secret(count: 1 << 16)
    let before = arguments.last == "before"
    say("ready")
    unsafe whole.withUnsafeBytes { buffer in
        let address = unsafe before ? buffer.baseAddress! - 1 : buffer.baseAddress! + buffer.count
        say("\(unsafe address.load(as: UInt8.self))")
    }
case "exhaust":
    guard probe_limit_locked_memory(64 << 10) == 0 else { throw CoreError(.unsupported, "The limit could not be set.") }
    var secrets: [SecretBytes] = []
    do {
        while secrets.count < 100 { secrets.append(try SystemEntropy().secret(count: 16 << 10)) }
        say("never")
    } catch { say("\(error.code) after \(secrets.count)") }
    let held = secrets.count
    secrets.removeAll()
    while secrets.count < held { secrets.append(try SystemEntropy().secret(count: 16 << 10)) }
    SecretMemory.dangerouslyAllowPageable()
    say("\(try SystemEntropy().secret(count: 16 << 10).protection) \(secrets.allSatisfy { $0.protection != .pageable })")
case "seal-file":
    let paths = arguments.dropFirst().map { $0 }
    do throws(CryptoError) {
        try SealedFile.seal(paths[0], to: paths[1], for: [.key(SealingKey.generate())], context: "probe")
        say("sealed")
    } catch { say("\(error.code) \(error.nativeStatus ?? 0)") }
case "schedule":
    // A message too long for the schedule in secret memory; then either more of them all the time, or none.
    let material = unsafe try SecretBytes(count: 32) { buffer in
        for index in 0..<32 { unsafe buffer[index] = SecretPattern.byte(index, seed: 5) }
    }
    let key = try SealingKey(material: material, id: KeyID(rawValue: 5))
    let message = [UInt8](repeating: 0, count: 4096)
    let sealed = try key.seal(message, context: "probe")
    if arguments.last == "busy" {
        Thread.detachNewThread {
            while (try? key.seal(message, context: "probe")) != nil { usleep(5000) }
        }
    }
    // For the test to work the subkey out: the salt stands behind the header's six bytes.
    try Data(sealed[6..<22]).write(to: URL(fileURLWithPath: arguments[arguments.startIndex + 1]))
    say("\(material.protection)")
    _ = readLine()
    withExtendedLifetime(key) {}
case "short-messages":
    // What has a shorter way to the processor than OpenSSL's EVP interface.
    let key = try makeSecret(seed: 4).extracting(0..<32)
    for body in [{ _ = try HMAC.code(.sha256, key: key, message: [1]) }, { _ = try SealingKey.generate().seal([1], context: "probe") }] {
        do { try body() } catch { say("\((error as? CryptoError).map { "\($0.code)" } ?? "another error")") }
    }
    do throws(CryptoError) {
        let cipher = try RekeyedCipher()
        try cipher.setKey(key)
        var (text, tag): ([UInt8], [UInt8]) = ([1], Array(repeating: 0, count: 16))
        unsafe try text.withMutableBytes { (text) throws(CryptoError) in
            unsafe try tag.withMutableBytes { (tag) throws(CryptoError) in
                unsafe try [UInt8](repeating: 0, count: 12).withBytes { (nonce) throws(CryptoError) in
                    let message = UnsafeRawBufferPointer(text)
                    unsafe try cipher.seal(
                        message, nonce: nonce, authenticating: UnsafeRawBufferPointer(start: nil, count: 0), into: text, tag: tag)
                }
            }
        }
    } catch { say("\(error.code)") }
    say("done")
case "write-exchange":
    try BackendExchange(folder: URL(fileURLWithPath: arguments.last ?? ".")).write()
    say("written by \(BackendExchange.backend)")
case "check-exchange":
    say("\(try BackendExchange(folder: URL(fileURLWithPath: arguments.last ?? ".")).check()) agree with \(BackendExchange.backend)")
default:
    throw CoreError(.invalidArgument, "Unknown mode.")
}
