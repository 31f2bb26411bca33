#if os(Linux)
    import CMerlonProbes
    import Glibc
    import MerlonCore

    /// Global offset tables against the symbols of all objects.
    enum SlotProbe {
        private static let capacity = 32

        private struct Slot: Hashable {
            var place: UInt64
            var value: UInt64
            var fact: PatchedSlot
        }

        static let probe = Probe.linux("linux-slots", tier: .costly, deadline: .seconds(2), put: { $0?.patchedSlots = $1 }) {
            var found = read()
            // A library that is being loaded has entries that are not filled in yet: what stays counts.
            for pause: UInt32 in [500, 5000, 50_000] {
                guard case .value(let slots) = found, !slots.isEmpty else { break }
                usleep(pause)
                found = read().map { again in slots.filter(again.contains) }
            }
            return found.map { $0.map(\.fact) }
        }

        private static func read() -> Fact<[Slot]> {
            let slots = UnsafeMutablePointer<merlon_linux_slot>.allocate(capacity: capacity)
            defer { unsafe slots.deallocate() }
            var (count, examined) = (0, 0)
            var isComplete = false
            let status = unsafe merlon_linux_slots(slots, capacity, &count, &examined, &isComplete)
            guard status == 0 else { return LinuxSystem.failure(status) }
            // Not all of it looked at and nothing found is not the same as nothing there.
            guard isComplete || count > 0 else { return .unsupported }
            return .value(
                (0..<count).map { index in
                    let slot = unsafe slots[index]
                    let target = slot.target_is_object ? ScrubbedPath.object(LinuxSystem.string(slot.target)) : nil
                    let fact = PatchedSlot(
                        object: ScrubbedPath.object(LinuxSystem.string(slot.object)), symbol: LinuxSystem.string(slot.symbol),
                        target: target)
                    return Slot(place: slot.place, value: slot.value, fact: fact)
                })
        }
    }
#endif
