extension MASTGTest {
    static let auth: [MASTGTest] = [
        .init(
            266, "Biometric authentication that only returns an event", .auth, [2], weakness: 44, [.l2], .analysis,
            "See that what is behind LAContext.evaluatePolicy is also behind a keychain item with an access control, not just behind its "
                + "answer."
        ),
        .init(
            267, "Event-bound biometric authentication at run time", .auth, [2], weakness: 44, [.l2], .running,
            "Make LAContext.evaluatePolicy answer true with Frida and see whether the app opens."),
        .init(
            268, "Fall-back from biometrics to the passcode", .auth, [2], weakness: 45, [.l2], .analysis,
            "See whether deviceOwnerAuthentication or userPresence guard what only a biometric should open."),
        .init(
            269, "Fall-back to the passcode at run time", .auth, [2], weakness: 45, [.l2], .running,
            "Let Face ID fail on a test device and see whether the passcode opens a sensitive feature; trace the policies with Frida."),
        .init(
            270, "Changes of the enrolled biometrics go unnoticed", .auth, [2], weakness: 46, [.l2], .analysis,
            "See that sensitive keychain items use biometryCurrentSet, or that the app compares evaluatedPolicyDomainState."),
        .init(
            271, "Changes of the enrolled biometrics at run time", .auth, [2], weakness: 46, [.l2], .running,
            "Enrol a further finger or appearance on a test device and see whether sensitive features still open with it."),
    ]
}
