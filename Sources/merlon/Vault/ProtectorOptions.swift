import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonVault

/// The options that name protectors: those that open a vault, and, as `--new-…`, one to add to it.
struct ProtectorOptions: Sendable {
    /// Those that open the vault.
    static let opening = ProtectorOptions(prefix: "", does: "opens the vault", passphrase: "p", keyFile: "k", making: "'init' makes it")
    /// One to add.
    static let adding = ProtectorOptions(prefix: "new-", does: "is to open the vault too", making: "made")

    private let prefix: String
    private let passphrase: Option<Bool>
    private let passphraseFile: Option<String?>
    private let keyFile: Option<String?>
    private let credential: Option<String?>
    private let secretService: Option<Bool>
    private let tpm: Option<String?>
    private let tpmPIN: Option<Bool>
    private let tpmPINFile: Option<String?>
    private let token: Option<String?>
    private let tokenPINFile: Option<String?>

    private init(prefix: String, does role: String, passphrase: Character? = nil, keyFile: Character? = nil, making: String) {
        self.prefix = prefix
        self.passphrase = .flag("\(prefix)passphrase", short: passphrase, "ask for a passphrase that \(role)")
        passphraseFile = .optional(
            "\(prefix)passphrase-file", .path("FILE"), "a passphrase that \(role), the whole FILE but the line end; - for standard input")
        self.keyFile = .optional(
            "\(prefix)key-file", short: keyFile, .path("FILE"), "a key file that \(role); \(making) when it is missing")
        credential = .optional(
            "\(prefix)systemd-credential", .text("NAME"), "a credential of this service, from systemd, that \(role)")
        secretService = .flag("\(prefix)secret-service", "a key in the desktop's keyring \(role) (Linux)")
        tpm = .optional("\(prefix)tpm", .text("NAME"), "a key of this machine's TPM that \(role) (Linux); \(making) when it is missing")
        tpmPIN = .flag("\(prefix)tpm-pin", "ask for the authorization value of that key")
        tpmPINFile = .optional("\(prefix)tpm-pin-file", .path("FILE"), "the authorization value of that key; - for standard input")
        token = .optional(
            "\(prefix)pkcs11", .text("URI"),
            "a key on a token that \(role) (Linux), 'pkcs11:token=LABEL;object=KEY?module-path=FILE'; \(making) when it is missing")
        tokenPINFile = .optional(
            "\(prefix)pkcs11-pin-file", .path("FILE"), "the PIN of that token, which is asked for otherwise; - for standard input")
    }

    /// For the command's list.
    var definitions: [OptionDefinition] {
        [
            passphrase.definition, passphraseFile.definition, keyFile.definition, credential.definition, secretService.definition,
            tpm.definition, tpmPIN.definition, tpmPINFile.definition, token.definition, tokenPINFile.definition,
        ]
    }

    /// The files that these options read secrets from.
    func secretFiles(_ invocation: Invocation) throws -> [String] {
        try [passphraseFile, tpmPINFile, tokenPINFile].compactMap { try invocation.value(of: $0) }
    }

    /// The protectors that were named. Those that are to be new are made where they are missing, and their passphrase is asked for twice.
    func protectors(_ invocation: Invocation, makes: Bool) throws -> [any Protector] {
        var protectors: [any Protector] = []
        if try invocation.value(of: passphrase) { protectors.append(PassphraseProtector(try askedPassphrase(isNew: makes))) }
        if let file = try invocation.value(of: passphraseFile) { protectors.append(PassphraseProtector(try Self.passphrase(in: file))) }
        if let file = try invocation.value(of: keyFile) {
            protectors.append(makes && !InputFile.exists(file) ? try KeyFileProtector.create(at: file) : KeyFileProtector(path: file))
        }
        if let name = try invocation.value(of: credential) { protectors.append(try SystemdCredentialProtector(name)) }
        if try invocation.value(of: secretService) { protectors.append(try SystemDevices.secretService()) }
        if let name = try invocation.value(of: tpm) {
            protectors.append(try SystemDevices.tpm(name, pin: try tpmPIN(invocation, isNew: makes), makes: makes))
        }
        if let text = try invocation.value(of: token) {
            let address = try TokenAddress(parsing: text)
            protectors.append(try SystemDevices.token(address, pin: try tokenPIN(invocation), makes: makes))
        }
        return protectors
    }

    private func tpmPIN(_ invocation: Invocation, isNew: Bool) throws -> SecretBytes? {
        if let file = try invocation.value(of: tpmPINFile) { return try SecretInput.readLine(file, limit: Self.maximumPINByteCount) }
        guard try invocation.value(of: tpmPIN) else { return nil }
        return try Self.asked("\(prefix)authorization value of the TPM's key: ", limit: Self.maximumPINByteCount, isNew: isNew)
    }

    private func tokenPIN(_ invocation: Invocation) throws -> SecretBytes {
        if let file = try invocation.value(of: tokenPINFile) { return try SecretInput.readLine(file, limit: Self.maximumPINByteCount) }
        return try Self.asked("PIN of the token: ", limit: Self.maximumPINByteCount, isNew: false)
    }

    private func askedPassphrase(isNew: Bool) throws -> Password {
        try Password(
            bytes: Self.asked(prefix.isEmpty ? "passphrase: " : "new passphrase: ", limit: Password.maximumByteCount, isNew: isNew))
    }

    /// More than any token takes.
    private static let maximumPINByteCount = 256

    private static func passphrase(in file: String) throws -> Password {
        try Password(bytes: SecretInput.readLine(file, limit: Password.maximumByteCount))
    }

    private static func asked(_ text: String, limit: Int, isNew: Bool) throws -> SecretBytes {
        func ask(_ text: String) throws -> SecretBytes {
            try SecretInput.prompt(text, limit: limit, noTerminal: "give it in a file")
        }
        let typed = try ask(text)
        if isNew, try ask("the same again: ") != typed { throw CommandLineError(.invalidValue, "the two inputs differ") }
        return typed
    }
}
