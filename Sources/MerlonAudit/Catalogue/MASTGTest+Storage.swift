extension MASTGTest {
    static let storage: [MASTGTest] = [
        .init(
            215, "Sensitive files are not kept out of backups", .storage, [2], weakness: 4, [.l1, .l2, .p], .analysis,
            "List the files that the app writes under Documents and Library/Application Support, and see in the code that each sensitive "
                + "one "
                + "sets isExcludedFromBackup."),
        .init(
            296, "Sensitive data in the logs of the running app", .storage, [2], weakness: 1, [.l1, .l2], .running,
            "Use every feature of the app while `idevicesyslog` or Console records its log, then search the record for the data you "
                + "typed in."
        ),
        .init(
            297, "Sensitive data handed to logging functions", .storage, [2], weakness: 1, [.l1, .l2], .analysis,
            "Follow the arguments of NSLog, os_log, print and Logger calls and see whether secrets or personal data reach them."),
        .init(
            298, "Files of the running app that a backup takes along", .storage, [2], weakness: 4, [.l1, .l2, .p], .running,
            "Make a Finder or `idevicebackup2` backup after using the app, list the files of its domain, and judge each that holds "
                + "sensitive data."
        ),
        .init(
            299, "Protection classes of files in private storage", .storage, [1], weakness: 6, [.l1], .running,
            "On a test device read the protection class of each file in the app's container (a backup manifest has it too) and see that "
                + "sensitive ones are at least NSFileProtectionCompleteUntilFirstUserAuthentication."),
        .init(
            300, "Interfaces that store data unencrypted in private storage", .storage, [1], weakness: 6, [.l2], .analysis,
            "See what reaches UserDefaults, property lists, SQLite and Core Data, and whether any of it is sensitive and not encrypted "
                + "by the app."
        ),
        .init(
            301, "Unencrypted writes to private storage at run time", .storage, [1], weakness: 6, [.l2], .running,
            "Trace file, UserDefaults and SQLite writes with Frida while using the app and read what is written."),
        .init(
            302, "Sensitive data in plain text in private files", .storage, [1], weakness: 6, [.l2], .running,
            "Copy the app's container off a test device after use and search all files, databases and preferences for the data you typed "
                + "in."
        ),
        .init(
            303, "Interfaces that store data unencrypted in shared storage", .storage, [1], weakness: 7, [.l1, .l2], .analysis,
            "See whether UIFileSharingEnabled, documents opened in place or iCloud folders show sensitive files to the user's other "
                + "devices and apps."
        ),
        .init(
            313, "Keyboard cache of text fields that take sensitive input", .storage, [2], weakness: 53, [.l2], .review,
            "For each text field that takes sensitive input see in code and nibs that it is secure or that autocorrection and spell "
                + "checking are off."
        ),
        .init(
            314, "Text fields that the keyboard cache learns from at run time", .storage, [2], weakness: 53, [.l2], .running,
            "Type distinct words into every sensitive field, then see whether the keyboard suggests them or its dynamic-text.dat holds "
                + "them."
        ),
        .init(
            388, "Sensitive data unprotected in app group containers", .storage, [1], weakness: 6, [.l1, .l2], .review,
            "See what is written to the shared containers and to UserDefaults(suiteName:), who else is in the group, and whether it is "
                + "encrypted."
        ),
    ]
}
