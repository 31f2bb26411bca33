#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import Foundation
    import MerlonCore
    import MerlonMachO

    /// Images, executable memory, and traps in the code of the app's own images. One probe, since all three stand on the same list.
    enum CodeProbe {
        private static let maximumImages = 6144
        private static let maximumRegions = 1024

        static let probe = Probe(
            "apple-code", tier: .costly, deadline: .seconds(2),
            giveUp: {
                $0.apple?.images = .timedOut
                $0.apple?.executableRegions = .timedOut
                $0.apple?.traps = .timedOut
            },
            ask: {
                var (listing, status) = list()
                // An image that loads or unloads while it is listed stands in one list and not yet in the other.
                for _ in 0..<3 {
                    guard status == EAGAIN || listing?.hasUnlisted == true else { break }
                    usleep(20_000)
                    (listing, status) = list()
                }
                guard let listing else {
                    let problem = status
                    return {
                        $0.apple?.images = AppleSystem.failure(problem)
                        $0.apple?.executableRegions = AppleSystem.failure(problem)
                        $0.apple?.traps = AppleSystem.failure(problem)
                    }
                }
                let traps = TrapProbe.scan(listing.own)
                return {
                    $0.apple?.images = .value(listing.images)
                    $0.apple?.executableRegions = .value(listing.regions)
                    $0.apple?.traps = .value(traps)
                }
            })

        private struct Listing: Sendable {
            var images: [LoadedImage]
            var regions: [ExecutableMapping]
            var own: [TrapProbe.Code]

            var hasUnlisted: Bool { images.contains { !$0.listers.contains(.loader) } }
        }

        private static func list() -> (listing: Listing?, status: Int32) {
            let images = UnsafeMutablePointer<merlon_darwin_image>.allocate(capacity: maximumImages)
            let regions = UnsafeMutablePointer<merlon_darwin_region>.allocate(capacity: maximumRegions)
            defer {
                unsafe images.deallocate()
                unsafe regions.deallocate()
            }
            var (imageCount, regionCount, isComplete) = (0, 0, false)
            let status = unsafe merlon_darwin_code(
                images, maximumImages, &imageCount, regions, maximumRegions, &regionCount, &isComplete)
            guard status == 0 else { return (nil, status) }
            // More than there is room for: a part alone would make what is missing look like nothing found.
            guard isComplete else { return (nil, ENOBUFS) }
            let isTranslated = AppleSystem.isTranslated
            var (entries, own): ([ImageCensus.Entry], [TrapProbe.Code]) = ([], [])
            let bundle = Bundle.main.bundlePath
            for index in 0..<imageCount {
                let path = unsafe String(cString: merlon_darwin_image_path(images + index))
                let image = unsafe images[index]
                let lister: LoadedImage.Lister = [.loader, .record, .memory][min(Int(image.lister.rawValue), 2)]
                // The translator of Intel's code is an image that dyld does not know.
                if isTranslated, lister == .memory { continue }
                entries.append(
                    .init(
                        path: path, header: image.header, text: image.text_start..<max(image.text_start, image.text_end), lister: lister,
                        isInCache: image.is_in_cache, isExecutable: image.is_executable))
                let place = ImageCensus.place(of: path, isInCache: image.is_in_cache, bundle: bundle)
                if lister == .loader, place == .bundle || image.is_executable, image.code_start < image.code_end {
                    own.append(
                        .init(
                            path: path, uuid: unsafe withUnsafeBytes(of: image.uuid) { unsafe Array($0) }, header: image.header,
                            start: image.code_start, end: image.code_end))
                }
            }
            let census = ImageCensus(entries, bundle: bundle)
            let odd: [ExecutableMapping] = (0..<regionCount).map { unsafe regions[$0] }.compactMap { region in
                let owner = census.owner(of: region.start)
                guard !isTranslated, owner == nil || region.is_writable else { return nil }
                if owner == nil, !region.is_writable, OwnCode.contains(region.start, size: region.size) { return nil }
                return ExecutableMapping(
                    name: "", backing: region.has_file ? .file : .anonymous, isWritable: region.is_writable, isShared: region.is_shared,
                    pages: region.size / 4096, owner: owner)
            }
            return (Listing(images: census.images, regions: Array(odd.prefix(256)), own: own), 0)
        }
    }
#endif
