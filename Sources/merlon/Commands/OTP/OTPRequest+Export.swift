import MerlonAuth
import MerlonCommandLine

extension OTPRequest {
    /// Shows the account's URI.
    func uri() async throws -> ExitStatus {
        try requireReveal("the URI")
        let accounts = try await accounts()
        try console.output.write(try await accounts.account(entry(accounts).id).uriRevealed() + "\n")
        return .success
    }

    /// Shows the account's QR code at the terminal, or writes it to a file.
    func qr() async throws -> ExitStatus {
        try requireReveal("the QR code")
        let output = try option(OTPCommand.output)
        if let output, !output.hasSuffix(".png"), !output.hasSuffix(".svg") {
            throw CommandLineError(.invalidValue, "'\(output)' is neither .png nor .svg")
        }
        let accounts = try await accounts()
        let code = try QRCode(try await accounts.account(entry(accounts).id).uriRevealed())
        if let output {
            try NewSecretFile.write(output.hasSuffix(".png") ? code.png() : Array(code.svg().utf8), to: output)
        } else {
            try console.output.write(code.terminalBlocks(coloured: console.prefersColor))
        }
        return .success
    }

    /// Shows ids and names, all or those that the words find.
    func list() async throws -> ExitStatus {
        for entry in try await accounts().search(subject ?? "") {
            try console.output.write("\(entry.id.prefix(8))  \(entry.title)\(entry.usesCounter ? "  (counter)" : "")\n")
        }
        return .success
    }

    /// Removes an account and its secret.
    func remove() async throws -> ExitStatus {
        let accounts = try await accounts()
        let entry = try await entry(accounts)
        try await accounts.remove(entry.id)
        try console.output.write("removed \(entry.title)\n")
        return .success
    }
}
