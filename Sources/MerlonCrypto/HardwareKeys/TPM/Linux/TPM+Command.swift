#if os(Linux)
    import CMerlonHardware
    import MerlonCore

    extension TPM {
        /// Sends a command that FAPI does not offer (TPM 2.0 Library Part 3), and gives the response without its header, in secret memory.
        func send(_ doing: String, _ command: SecretBytes) throws(CryptoError) -> SecretBytes {
            var response = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: 4096) }
            var count = 0
            unsafe try response.withUnsafeMutableBytes { (response) throws(CryptoError) in
                count = response.count
                unsafe try command.withUnsafeBytes { (command) throws(CryptoError) in
                    unsafe try api.call(doing) { functions, context in
                        var tcti: UnsafeMutableRawPointer?
                        let status = unsafe functions.get_tcti(context, &tcti)
                        guard status == 0, let tcti = unsafe tcti else { return status }
                        return unsafe merlon_tpm_transceive(tcti, command.bytes, command.count, response.bytes, &count)
                    }
                }
                // Tag, size, response code.
                guard count >= 10 else { throw CryptoError(.malformed, "The TPM's response is malformed.") }
                let code = unsafe response[6..<10].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                guard code == 0 else { throw TPMStatus.error(code, doing) }
            }
            let whole = SecretBytes(response)
            return try translatingCoreErrors { () throws(CoreError) in try whole.extracting(10..<count) }
        }
    }
#endif
