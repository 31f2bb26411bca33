#if canImport(Darwin)
    import Foundation
    import MerlonCore

    /// The program's images against a manifest.
    enum ManifestProbe {
        static func probe(_ manifest: IntegrityManifest) -> Probe {
            .apple(
                "apple-manifest", tier: .costly, deadline: .seconds(10), \.manifest,
                asking: { context in
                    context.lendIndex { .value(ManifestScan(manifest: manifest, root: Bundle.main.bundlePath).examine($0)) }
                })
        }
    }
#endif
