import Dispatch
import Foundation
import MerlonCore

/// Makes a vault file that appears whole or not at all.
enum VaultCreation {
    /// Writes an empty vault beside its place, then gives it its name unless there is something already.
    static func create(
        at location: VaultLocation, _ entrance: VaultEntrance, _ session: VaultSession, counter: UInt64?
    ) throws(VaultError) {
        try withFolderLock(location) { () throws(VaultError) in
            guard !location.exists else { throw VaultError(.duplicate, "There is something at '\(location.database)' already.") }
            // Logs of a vault that is gone would be played into the new one.
            for path in location.all { unsafe unlink(path) }
            let temporary = location.database + "-new"
            unsafe unlink(temporary)
            let descriptor = unsafe Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else { throw unavailable("The vault cannot be made.") }
            defer {
                close(descriptor)
                unsafe unlink(temporary)
            }
            let mark = try write(entrance, session, counter, to: temporary)
            guard fsync(descriptor) == 0, unsafe link(temporary, location.database) == 0 else {
                throw unavailable("The vault cannot be made.")
            }
            let anchor = RollbackAnchor(path: location.anchor, vault: session.ring.vault)
            anchor.write(mark)
            anchor.synchronise()
        }
    }

    private static func write(
        _ entrance: VaultEntrance, _ session: VaultSession, _ counter: UInt64?, to path: String
    ) throws(VaultError) -> RollbackAnchor.Mark {
        let database = try Database(path: path, patience: .zero)
        try VaultSchema.create(in: database)
        // Kept in the file: whoever opens it works with a write-ahead log.
        try database.execute("PRAGMA journal_mode = WAL")
        let writer = try VaultWriter(path: path, patience: .zero)
        return try writer.transaction { () throws(VaultError) in
            try writer.putVault(name: entrance.name, ring: entrance.ring)
            for (number, slot) in entrance.slots { try writer.putSlot(number, slot.encoded) }
            var state = VaultState(slots: try entrance.hash(session.tree.code), epoch: session.ring.epoch, counter: counter)
            try state.authenticate(session.tree.code)
            try writer.insertState(state)
            return RollbackAnchor.Mark(state)
        }
    }

    /// Removes a vault: its key slots first, so that the rest is unreadable whatever happens next.
    static func destroy(_ location: VaultLocation) throws(VaultError) {
        try withFolderLock(location) { () throws(VaultError) in
            try location.checkFiles()
            // Damage must not keep anyone from removing it.
            if let connection = try? VaultConnection(path: location.database, patience: FileStore.defaultPatience) {
                try? connection.database.execute("DELETE FROM slot; DELETE FROM vault")
                _ = connection.database.emptyLog()
            }
            guard unsafe unlink(location.database) == 0 else { throw unavailable("The vault cannot be removed.") }
            for path in location.all { unsafe unlink(path) }
        }
    }

    /// Keeps other processes that make or remove a vault in this folder out, and makes the folder's entries last afterwards.
    private static func withFolderLock(_ location: VaultLocation, _ body: () throws(VaultError) -> Void) throws(VaultError) {
        let folder = unsafe Foundation.open(
            URL(fileURLWithPath: location.database).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw unavailable("The vault's folder cannot be opened.") }
        defer { close(folder) }
        // A lock of a moment: when the system is about to suspend the program, it waits for that moment.
        let work = DispatchGroup()
        work.enter()
        let activity = SystemBackgroundActivity()
        let token = activity.begin { _ = work.wait(timeout: .now() + .seconds(3)) }
        defer {
            flock(folder, LOCK_UN)
            work.leave()
            activity.end(token)
        }
        while flock(folder, LOCK_EX) != 0 {
            guard errno == EINTR else { throw unavailable("The vault's folder cannot be locked.") }
        }
        try body()
        guard fsync(folder) == 0 else { throw unavailable("The vault's folder cannot be synchronised.") }
    }

    private static func unavailable(_ reason: String) -> VaultError { VaultError(.storeUnavailable, reason, nativeStatus: errno) }
}
