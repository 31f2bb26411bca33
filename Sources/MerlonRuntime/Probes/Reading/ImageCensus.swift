/// Brings together what several interfaces say of the images in a process, by the address of their headers. Pure, so that it is tested everywhere.
struct ImageCensus {
    /// An image as one lister names it.
    struct Entry: Hashable {
        var path: String
        var header: UInt64
        var text: Range<UInt64>
        var lister: LoadedImage.Lister
        var isInCache = false
        var isExecutable = false
    }

    /// In the order in which they were first named.
    let images: [LoadedImage]
    /// Where executable code of an image lies, with its scrubbed name.
    let owners: [(text: Range<UInt64>, name: String)]

    /// - Parameters:
    ///   - entries: Of all listers.
    ///   - bundle: The folder of the app's bundle.
    init(_ entries: [Entry], bundle: String) {
        var order: [UInt64] = []
        var byHeader: [UInt64: (entry: Entry, listers: Set<LoadedImage.Lister>)] = [:]
        for entry in entries {
            if var known = byHeader[entry.header] {
                known.listers.insert(entry.lister)
                if known.entry.path.isEmpty { known.entry.path = entry.path }
                byHeader[entry.header] = known
            } else {
                order.append(entry.header)
                byHeader[entry.header] = (entry, [entry.lister])
            }
        }
        let program = entries.first { $0.isExecutable && $0.lister == .loader }?.header
        var (images, owners): ([LoadedImage], [(text: Range<UInt64>, name: String)]) = ([], [])
        for header in order {
            guard let (entry, listers) = byHeader[header] else { continue }
            let isProgram = header == program
            let name = isProgram ? LoadedImage.executable : ScrubbedPath.scrub(entry.path)
            let place = isProgram ? .bundle : Self.place(of: entry.path, isInCache: entry.isInCache, bundle: bundle)
            // Of the shared cache memory has no header to be found by: nothing is missing there.
            let isWhole = listers.contains(.loader) && listers.contains(.record)
            images.append(LoadedImage(name: name, place: place, listers: isWhole ? Set(LoadedImage.Lister.allCases) : listers))
            owners.append((entry.text, name))
        }
        self.images = images
        self.owners = owners
    }

    /// The scrubbed name of the image that an address lies in.
    func owner(of address: UInt64) -> String? { owners.first { $0.text.contains(address) }?.name }

    private static let systemFolders = ["/System/", "/usr/lib/", "/usr/libexec/", "/private/preboot/Cryptexes/", "/usr/share/"]

    /// Where an image's file lies.
    static func place(of path: String, isInCache: Bool, bundle: String) -> LoadedImage.Place {
        if isInCache { return .sharedCache }
        // iOS names the same folder with and without /private.
        func plain(_ path: String) -> Substring { path.hasPrefix("/private/var/") ? path.dropFirst(8) : path[...] }
        let (path, bundle) = (plain(path), plain(bundle))
        if !bundle.isEmpty, path.hasPrefix(bundle + "/") { return .bundle }
        if path.hasPrefix("/Developer/") || path.hasPrefix("/System/Developer/") || path.contains(".app/Contents/Developer/") {
            return .developer
        }
        return systemFolders.contains { path.hasPrefix($0) } ? .system : .outside
    }
}
