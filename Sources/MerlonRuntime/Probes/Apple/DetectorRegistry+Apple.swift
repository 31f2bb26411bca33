#if canImport(Darwin)
    extension DetectorRegistry {
        /// Those for this platform.
        static var own: [Detector] { apple }
    }
#endif
