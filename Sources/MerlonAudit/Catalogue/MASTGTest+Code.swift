extension MASTGTest {
    static let code: [MASTGTest] = [
        .init(
            228, "Executables at a fixed address", .code, [4], weakness: 116, [.l2], .analysis,
            "See the PIE flag of the main executable with `otool -hv`."),
        .init(
            229, "No stack canaries", .code, [4], weakness: 116, [.l2], .analysis,
            "See whether C, C++ and Objective-C code of each binary refers to ___stack_chk_fail with `nm -u`."),
        .init(
            230, "No automatic reference counting", .code, [4], weakness: 116, [.l2], .analysis,
            "See whether Objective-C code of each binary refers to _objc_release and its like with `nm -u`."),
        .init(
            273, "Vulnerable dependencies by their lock files", .code, [3], weakness: 76, [.l1, .l2], .analysis,
            "Run a dependency scanner with a current database, such as `osv-scanner`, over Package.resolved, Podfile.lock and "
                + "Cartfile.resolved."
        ),
        .init(
            275, "Vulnerable dependencies by the bill of materials", .code, [3], weakness: 76, [.l1, .l2], .analysis,
            "Look each embedded library and version of the inventory up in a current vulnerability database, such as osv.dev."),
        .init(
            383, "No interface to enforce an update", .code, [2], weakness: 75, [.l2], .review,
            "See whether the app compares its version with one from its server, and whether an outdated app stops working rather than "
                + "only asking."
        ),
        .init(
            384, "Enforced updates at run time", .code, [2], weakness: 75, [.l2], .running,
            "Have a proxy answer the version check with a higher minimum version and see whether the app refuses to go on."),
        .init(
            386, "Objects are decoded from untrusted data", .code, [4], weakness: 88, [.l1, .l2], .review,
            "See where each NSKeyedUnarchiver gets its data from, and that it requires secure coding and names the classes it expects."),
    ]
}
