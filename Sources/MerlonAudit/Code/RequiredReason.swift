/// A category of interfaces for which a privacy manifest must give a reason.
struct RequiredReason: Sendable {
    /// The value of `NSPrivacyAccessedAPIType`.
    let category: String
    let uses: [CodeUse]

    /// Source: Apple's list in "Describing use of required reason API".
    static let all: [RequiredReason] = [
        .init(category: "NSPrivacyAccessedAPICategoryUserDefaults", uses: [.objectiveCClass("NSUserDefaults")]),
        .init(
            category: "NSPrivacyAccessedAPICategoryFileTimestamp",
            uses: [
                .symbol("_NSFileCreationDate"), .symbol("_NSFileModificationDate"), .symbol("_NSURLContentModificationDateKey"),
                .symbol("_NSURLCreationDateKey"), .selector("fileModificationDate"), .symbol("_getattrlist"), .symbol("_getattrlistbulk"),
                .symbol("_fgetattrlist"), .symbol("_getattrlistat"), .symbol("_stat"), .symbol("_fstat"), .symbol("_fstatat"),
                .symbol("_lstat"),
            ]),
        .init(
            category: "NSPrivacyAccessedAPICategorySystemBootTime", uses: [.selector("systemUptime"), .symbol("_mach_absolute_time")]),
        .init(
            category: "NSPrivacyAccessedAPICategoryDiskSpace",
            uses: [
                .symbol("_NSURLVolumeAvailableCapacityKey"), .symbol("_NSURLVolumeAvailableCapacityForImportantUsageKey"),
                .symbol("_NSURLVolumeAvailableCapacityForOpportunisticUsageKey"), .symbol("_NSURLVolumeTotalCapacityKey"),
                .symbol("_NSFileSystemFreeSize"), .symbol("_NSFileSystemSize"), .symbol("_statfs"), .symbol("_statvfs"),
                .symbol("_fstatfs"), .symbol("_fstatvfs"),
            ]),
        .init(category: "NSPrivacyAccessedAPICategoryActiveKeyboards", uses: [.selector("activeInputModes")]),
    ]

    /// The systems whose apps need a privacy manifest.
    static let platforms: Set<String> = ["ios", "tvos", "watchos", "visionos"]
}
