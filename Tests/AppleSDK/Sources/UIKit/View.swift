public import Foundation

/// Apple: "UIColor".
public final class UIColor: NSObject, Sendable {
    public let alphaComponent: Double
    init(alpha: Double) { alphaComponent = alpha }
    public static let systemBackground = UIColor(alpha: 1)
    public static let black = UIColor(alpha: 1)
    public static let white = UIColor(alpha: 1)
    public static let clear = UIColor(alpha: 0)
}

/// Apple: "UIView".
@preconcurrency @MainActor open class UIView: UIResponder {
    /// Apple: "UIView.AutoresizingMask".
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = Self(rawValue: 1 << 1)
        public static let flexibleHeight = Self(rawValue: 1 << 4)
    }

    open var frame: CGRect
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var isHidden = false
    open var alpha: CGFloat = 1
    open var isOpaque = true
    open var tag = 0
    open var backgroundColor: UIColor?
    open var autoresizingMask: AutoresizingMask = []
    open var isUserInteractionEnabled = true
    open var accessibilityViewIsModal = false
    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?

    public init(frame: CGRect = .zero) { self.frame = frame }

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        view.didMoveToWindow()
    }
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        view.didMoveToWindow()
    }
    open func bringSubviewToFront(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: index))
    }
    open func removeFromSuperview() {
        guard let parent = superview else { return }
        parent.subviews.removeAll { $0 === self }
        superview = nil
        didMoveToWindow()
    }
    open func didMoveToWindow() {}
    open func layoutIfNeeded() {}
    open var window: UIWindow? { (self as? UIWindow) ?? superview?.window }
    open func endEditing(_ force: Bool) -> Bool { subviews.reduce(true) { $1.endEditing(force) && $0 } }
}

/// Apple: "UIWindow.Level".
extension UIWindow {
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Self(rawValue: 0)
        public static let statusBar = Self(rawValue: 1000)
        public static let alert = Self(rawValue: 2000)
    }
}

/// Apple: "UIWindow".
@preconcurrency @MainActor open class UIWindow: UIView {
    open weak var windowScene: UIWindowScene? {
        didSet {
            oldValue?.windows.removeAll { $0 === self }
            if let scene = windowScene, !scene.windows.contains(where: { $0 === self }) { scene.windows.append(self) }
        }
    }
    open var windowLevel = Level.normal
    open var rootViewController: UIViewController?
    open private(set) var isKeyWindow = false

    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: .zero)
        isHidden = true
        self.windowScene = windowScene
        windowScene.windows.append(self)
    }
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }
    open func makeKey() {
        windowScene?.windows.forEach { $0.isKeyWindow = false }
        isKeyWindow = true
    }
}

/// Apple: "UIViewController".
@preconcurrency @MainActor open class UIViewController: UIResponder {
    open var view: UIView!
    open private(set) var presentedViewController: UIViewController?
    public override nonisolated init() {}
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = controller
        completion?()
    }
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = nil
        completion?()
    }
}

/// Apple: "UIBlurEffect.Style".
public class UIVisualEffect: NSObject, @unchecked Sendable {}
public final class UIBlurEffect: UIVisualEffect, @unchecked Sendable {
    public enum Style: Int, Sendable { case regular = 4, systemThickMaterial = 9 }
    public init(style: Style) {}
}
/// Apple: "UIVisualEffectView".
@preconcurrency @MainActor open class UIVisualEffectView: UIView {
    open var effect: UIVisualEffect?
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        isOpaque = false
    }
}
