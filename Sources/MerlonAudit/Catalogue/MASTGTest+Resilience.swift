extension MASTGTest {
    static let resilience: [MASTGTest] = [
        .init(
            219, "Debugging symbols are left in", .resilience, [3], weakness: 93, [.r], .analysis,
            "List the symbols of the binaries with `nm -a` and look for local function names and debugging entries."),
        .init(
            220, "An outdated format of the code signature", .resilience, [2], weakness: 104, [.r], .analysis,
            "See the CodeDirectory version with `codesign -dv`; 0x20400 and later are current."),
        .init(
            240, "No jailbreak detection in the code", .resilience, [1], weakness: 97, [.r], .analysis,
            "Look for checks of files, schemes, sandbox writes and injected libraries that tell a jailbroken device."),
        .init(
            241, "Jailbreak detection at run time", .resilience, [1], weakness: 97, [.r], .running,
            "Start the app on a jailbroken device, then with a bypass such as Shadow or objection, and see how it answers."),
        .init(
            246, "Detection of the screen lock at run time", .resilience, [1], weakness: 8, [.l2], .running,
            "Remove the passcode from a test device and see whether the app notices; hook canEvaluatePolicy with Frida."),
        .init(
            248, "No interface that detects the screen lock", .resilience, [1], weakness: 8, [.l2], .analysis,
            "Look for canEvaluatePolicy(.deviceOwnerAuthentication) or keychain items that need a passcode."),
        .init(
            261, "The get-task-allow entitlement is set", .resilience, [4], weakness: 67, [.r], .analysis,
            "See get-task-allow among the entitlements of the signature with `codesign -d --entitlements -`."),
        .init(
            354, "Detection of hooks at run time", .resilience, [4], weakness: 107, [.r], .running,
            "Attach Frida and load a hook into the app, and see whether it notices and how it answers."),
        .init(
            358, "Logging functions give inner workings away", .resilience, [3], weakness: 94, [.r], .analysis,
            "See what the texts given to NSLog, os_log and print say about the app's inner workings in a release build."),
        .init(
            359, "Inner workings in the logs", .resilience, [3], weakness: 94, [.r], .running,
            "Record the app's log with `idevicesyslog` while using it and look for class names, addresses, states and error details."),
        .init(
            367, "Detection of virtual devices at run time", .resilience, [1], weakness: 99, [.r], .running,
            "Start the app on a virtual device such as Corellium and see whether it notices and how it answers."),
        .init(
            387, "No check of the integrity of stored data", .resilience, [2], weakness: 105, [.r], .review,
            "See whether data that the app relies on carries a MAC or signature, and that it is checked before use."),
        .init(
            391, "Security-relevant code is not obfuscated", .resilience, [3], weakness: 89, [.r], .review,
            "Open the binary in a disassembler and see how soon names and strings lead to the code that protects the app."),
        .init(
            401, "No debugger detection in the code", .resilience, [4], weakness: 101, [.r], .review,
            "Look for ptrace, sysctl with P_TRACED and exception-port checks, and see that the app does something with their answer."),
        .init(
            402, "Debugger detection at run time", .resilience, [4], weakness: 101, [.r], .running,
            "Attach lldb with debugserver on a jailbroken device and see whether the app notices and how it answers."),
    ]
}
