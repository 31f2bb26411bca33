import CoreImage
import Foundation

/// Sets what the stand-in for CoreImage draws. Apart from the tests: a file that imports CoreImage and Testing wants an overlay of both.
enum QRGenerator {
    static func set(_ generator: @escaping (_ message: Data, _ level: String) -> (width: Int, modules: [Bool])?) {
        CIFilter.generator = generator
    }
}
