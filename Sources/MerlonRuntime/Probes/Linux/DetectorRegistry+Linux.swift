#if os(Linux)
    extension DetectorRegistry {
        /// Those for this platform.
        static var own: [Detector] { linux }
    }
#endif
