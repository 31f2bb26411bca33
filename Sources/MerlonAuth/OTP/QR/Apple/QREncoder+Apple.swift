#if canImport(CoreImage)
    import CoreImage
    import Foundation

    /// CoreImage's generator.
    enum QREncoder {
        static var isAvailable: Bool { CIFilter(name: "CIQRCodeGenerator") != nil }

        /// The modules of the smallest code that holds the bytes, row by row.
        static func modules(of bytes: [UInt8], _ correction: QRCorrection) throws(AuthError) -> [Bool] {
            let level =
                switch correction {
                case .low: "L"
                case .medium: "M"
                case .quartile: "Q"
                case .high: "H"
                }
            guard let filter = CIFilter(name: "CIQRCodeGenerator") else {
                throw AuthError(.unsupported, "This system has no generator of QR codes.")
            }
            filter.setValue(Data(bytes), forKey: "inputMessage")
            filter.setValue(level, forKey: "inputCorrectionLevel")
            guard let image = filter.outputImage else { throw AuthError(.backendFailure, "CoreImage made no code.") }
            // One pixel a module, in software, with a border of one light module.
            let extent = image.extent.integral
            let (width, height) = (Int(extent.width), Int(extent.height))
            guard width == height, (21...181).contains(width) else { throw AuthError(.backendFailure, "CoreImage made no code.") }
            var pixels = [UInt8](repeating: 0, count: width * height)
            let context = CIContext(options: [.useSoftwareRenderer: true, .workingColorSpace: NSNull(), .outputColorSpace: NSNull()])
            unsafe pixels.withUnsafeMutableBytes { buffer in
                if let start = buffer.baseAddress {
                    unsafe context.render(image, toBitmap: start, rowBytes: width, bounds: extent, format: .R8, colorSpace: nil)
                }
            }
            let dark = pixels.map { $0 < 128 }
            return trimmed(dark, width)
        }

        /// Without the light border: a code's corner is dark.
        private static func trimmed(_ dark: [Bool], _ width: Int) -> [Bool] {
            let rows = (0..<width).filter { row in dark[row * width..<(row + 1) * width].contains(true) }
            guard let first = rows.first, let last = rows.last else { return [] }
            return (first...last).flatMap { row in dark[row * width + first..<row * width + last + 1] }
        }
    }
#endif
