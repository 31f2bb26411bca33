/// The tables of a vault. A file that has any other, or code in its schema, is not a vault.
///
/// | table | one row |
/// |---|---|
/// | `vault` | format, the vault's random name, the sealed key ring |
/// | `slot` | a key slot |
/// | `state` | ``VaultState``: the last write and the hashes of the buckets |
/// | `record` | a ``Record`` |
enum VaultSchema {
    /// Marks the file as a vault of Merlon, for `file(1)` and for us.
    static let applicationID: Int64 = 0x4D72_6C6E
    /// The form of tables and records. Another one is refused, never changed on the fly.
    static let format: Int64 = 1

    static let objects: [(name: String, sql: String)] = [
        (
            "record",
            "CREATE TABLE record (id BLOB PRIMARY KEY, namespace BLOB NOT NULL, tag BLOB NOT NULL, head BLOB NOT NULL, body BLOB NOT NULL) WITHOUT ROWID"
        ),
        ("record_namespace", "CREATE INDEX record_namespace ON record (namespace)"),
        ("slot", "CREATE TABLE slot (id INTEGER PRIMARY KEY, slot BLOB NOT NULL)"),
        ("state", "CREATE TABLE state (id INTEGER PRIMARY KEY, state BLOB NOT NULL)"),
        ("vault", "CREATE TABLE vault (id INTEGER PRIMARY KEY, name BLOB NOT NULL, ring BLOB NOT NULL)"),
    ]

    /// Makes the tables in an empty database.
    static func create(in database: Database) throws(VaultError) {
        // The state fills one page. Smaller pages make a commit smaller than SQLite's usual ones do, though it has two of them.
        try database.execute("PRAGMA page_size = 2048; PRAGMA application_id = \(applicationID); PRAGMA user_version = \(format);")
        for object in objects { try database.execute(object.sql) }
    }

    /// Throws `corrupted` unless the database has these tables, and nothing else.
    static func check(_ database: Database) throws(VaultError) {
        for (pragma, wanted) in [("application_id", applicationID), ("user_version", format)] {
            let statement = try database.prepare("PRAGMA \(pragma)")
            guard try statement.step(), statement.number(of: 0) == wanted else {
                throw .damaged("The file is not a vault of this version.")
            }
        }
        let statement = try database.prepare("SELECT name, sql FROM sqlite_master ORDER BY name")
        for object in objects {
            guard try statement.step(), statement.text(of: 0) == object.name, statement.text(of: 1) == object.sql else {
                throw .damaged("The vault's tables are not as they were made.")
            }
        }
        guard try !statement.step() else { throw .damaged("The vault has tables that it was not made with.") }
    }
}
