#if canImport(Darwin)
    import MerlonCore

    /// The program's images against a manifest.
    enum ManifestProbe {
        static func probe(_ manifest: IntegrityManifest) -> Probe {
            Probe("apple-manifest", tier: .costly, deadline: .seconds(10), giveUp: { $0.apple?.manifest = .timedOut }) {
                let fact: Fact<IntegrityFindings> = .unsupported
                return { $0.apple?.manifest = fact }
            }
        }
    }
#endif
