@_exported public import Foundation

/// Apple: "CIFormat".
public struct CIFormat: Hashable, Sendable {
    let name: String
    /// Apple: "R8": one byte a pixel.
    public static let R8 = CIFormat(name: "R8")
}

/// Apple: "CIContextOption".
public struct CIContextOption: Hashable, Sendable {
    let name: String
    public static let useSoftwareRenderer = CIContextOption(name: "useSoftwareRenderer")
    public static let workingColorSpace = CIContextOption(name: "workingColorSpace")
    public static let outputColorSpace = CIContextOption(name: "outputColorSpace")
}

/// Apple: "CGColorSpace"; only `nil` is used.
public final class CGColorSpace: Sendable {}

/// Apple: "CIImage". A black and white one, of the pixels that a filter has made.
open class CIImage: NSObject, @unchecked Sendable {
    let width: Int
    let isBlack: [Bool]

    init(width: Int, isBlack: [Bool]) {
        self.width = width
        self.isBlack = isBlack
    }

    /// Apple: "extent".
    open var extent: CGRect { CGRect(x: 0, y: 0, width: width, height: width) }
}

/// Apple: "CIFilter".
open class CIFilter: NSObject {
    private var message: Data?
    private var level = "M"

    /// Apple: "init(name:)": `nil` for a name that the system does not have.
    public init?(name: String) {
        if name != "CIQRCodeGenerator" { return nil }
        super.init()
    }

    /// Apple: "setValue(_:forKey:)" of `NSObject`, which the open Foundation has not.
    open func setValue(_ value: Any?, forKey key: String) { set(value, key) }

    private func set(_ value: Any?, _ key: String) {
        switch key {
        case "inputMessage": message = value as? Data
        case "inputCorrectionLevel": level = value as? String ?? "M"
        default: break
        }
    }

    /// Apple: "outputImage"; "CIQRCodeGenerator": one point a module, with a border of one light module.
    open var outputImage: CIImage? {
        guard let message, let (width, modules) = CIFilter.generator(message, level) else { return nil }
        let side = width + 2
        var isBlack = [Bool](repeating: false, count: side * side)
        for row in 0..<width { for column in 0..<width { isBlack[(row + 1) * side + column + 1] = modules[row * width + column] } }
        return CIImage(width: side, isBlack: isBlack)
    }

    /// What makes the modules: a test puts an encoder in.
    nonisolated(unsafe) public static var generator: (_ message: Data, _ level: String) -> (width: Int, modules: [Bool])? = { _, _ in nil }
}

/// Apple: "CIContext".
open class CIContext: NSObject {
    /// Apple: "init(options:)".
    public init(options: [CIContextOption: Any]?) {}

    /// Apple: "render(_:toBitmap:rowBytes:bounds:format:colorSpace:)".
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) {
        guard format == .R8 else { return }
        for row in 0..<Int(bounds.height) {
            for column in 0..<Int(bounds.width) {
                let value: UInt8 = image.isBlack[row * image.width + column] ? 0 : 255
                data.storeBytes(of: value, toByteOffset: row * rowBytes + column, as: UInt8.self)
            }
        }
    }
}
