#if canImport(UIKit)
    import Foundation
    import UIKit

    /// What UIKit answers, and only on the main actor: the screen, and schemes of other apps.
    enum ApplicationProbe {
        /// How long the main actor may take to come to a question, in milliseconds.
        static let patience = 400

        static func screen() -> Fact<ScreenState> {
            MainActorQuestion.ask(within: patience) {
                let screens = UIApplication.shared.connectedScenes.compactMap { ($0 as? UIWindowScene)?.screen }
                return ScreenState(
                    isCaptured: screens.contains(where: \.isCaptured), screens: max(Set(screens.map(ObjectIdentifier.init)).count, 1))
            }.map { .value($0) } ?? .timedOut
        }

        /// - Parameter declared: The schemes of `LSApplicationQueriesSchemes`: for others the system's answer means nothing, so none is asked for.
        static func schemes(
            declared: [String] = Bundle.main.object(forInfoDictionaryKey: "LSApplicationQueriesSchemes") as? [String] ?? []
        ) -> Fact<[SchemeAnswer]> {
            let declared = Set(declared.map { $0.lowercased() })
            let asked = SchemeDetector.schemes.filter(declared.contains)
            let opened = MainActorQuestion.ask(within: patience) {
                asked.filter { scheme in URL(string: scheme + "://").map { UIApplication.shared.canOpenURL($0) } ?? false }
            }
            guard let opened else { return .timedOut }
            return .value(
                SchemeDetector.schemes.map { scheme in
                    SchemeAnswer(scheme: scheme, isOpened: asked.contains(scheme) ? .value(opened.contains(scheme)) : .unsupported)
                })
        }
    }
#endif
