import MerlonMachO

/// The images of a process, each read when it is first needed and once. Of one scan: not to be kept, as images come and go.
final class ImageIndex {
    let space: any AddressSpace
    let images: [ProcessImage]
    private var mapped: [Int: Result<MappedImage, MachOError>] = [:]
    private var lookups: [Int: ExportLookup?] = [:]
    private var byName: [String: [Int]]
    private var byIdentity: [String: [Int]]?
    /// More images than any process has are not looked at.
    private static let maximumImages = 4096
    /// The ranges of all images by their start.
    private var places: [(range: Range<UInt64>, image: Int)]?

    init(_ space: any AddressSpace) {
        self.space = space
        images = Array(space.images.prefix(Self.maximumImages))
        byName = Dictionary(grouping: images.indices, by: { [images] in images[$0].path })
    }

    /// An image, read.
    func image(_ index: Int) -> Result<MappedImage, MachOError> {
        if let known = mapped[index] { return known }
        let result: Result<MappedImage, MachOError>
        do throws(MachOError) { result = .success(try MappedImage(images[index], in: space)) } catch { result = .failure(error) }
        mapped[index] = result
        return result
    }

    /// The exports of an image; `nil` when it has none that can be read.
    func exports(_ index: Int) -> ExportLookup? {
        if let known = lookups[index] { return known }
        let lookup = (try? image(index).get()).flatMap { try? $0.exports(in: space) }
        lookups[index] = .some(lookup)
        return lookup
    }

    /// The images that a load command with this name can mean: by path, else by the name that the images give themselves (`@rpath/…`, and paths
    /// below another root in simulators).
    func named(_ installName: String) -> [Int] {
        if let found = byName[installName] { return found }
        if byIdentity == nil {
            var names: [String: [Int]] = [:]
            for index in images.indices {
                guard let name = (try? image(index).get())?.image.commands.identity?.name else { continue }
                names[name, default: []].append(index)
            }
            byIdentity = names
        }
        return byIdentity?[installName] ?? []
    }

    /// The image that the address lies in.
    func owner(of address: UInt64) -> Int? {
        let places = places ?? readPlaces()
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].range.lowerBound <= address { low = middle + 1 } else { high = middle }
        }
        // Images do not overlap; where headers say that they do, those that begin just before the address are asked.
        for place in places[..<low].suffix(8).reversed() where place.range.contains(address) { return place.image }
        return nil
    }

    private func readPlaces() -> [(range: Range<UInt64>, image: Int)] {
        var found: [(range: Range<UInt64>, image: Int)] = []
        for index in images.indices {
            guard let image = try? image(index).get() else { continue }
            for extent in image.extents where !extent.isLinkEdit { found.append((extent.range, index)) }
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        places = found
        return found
    }
}
