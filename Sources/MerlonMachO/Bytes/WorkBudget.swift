/// How much may still be made from an image: metadata can refer to the same bytes any number of times, so its size alone bounds nothing.
struct WorkBudget {
    private var remaining: Int

    /// Four bytes for each byte of the image, and 16 MiB: real metadata expands less than once.
    init(image: MachOImage) { remaining = image.bytes.count * 4 + (16 << 20) }

    init(_ amount: Int) { remaining = amount }

    /// Whether there was room for `amount` bytes more.
    mutating func spend(_ amount: Int) -> Bool {
        guard amount <= remaining else { return false }
        remaining -= amount
        return true
    }
}
