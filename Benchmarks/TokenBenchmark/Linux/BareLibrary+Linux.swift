#if os(Linux)
    import CAllocationCounter
    import COpenSSL
    import MerlonAuth

    /// What a C program would do: OpenSSL verifies a message as long as a token's signed part, with a key that is at hand.
    @MainActor func measureBareLibrary() throws {
        for name in ["ES256", "RS256"] {
            let key = unsafe name == "ES256" ? merlon_new_curve_key("P-256") : merlon_new_rsa_key(2048)
            let message = [UInt8](repeating: 65, count: 240)
            var signature = [UInt8](repeating: 0, count: 512)
            var count = signature.count
            let signing = unsafe EVP_MD_CTX_new()
            guard unsafe EVP_DigestSignInit(signing, nil, EVP_sha256(), nil, key) == 1,
                unsafe EVP_DigestSign(signing, &signature, &count, message, message.count) == 1
            else { throw AuthError(.backendFailure, "The library does not sign.") }
            func verify() throws {
                let context = unsafe EVP_MD_CTX_new()
                defer { unsafe EVP_MD_CTX_free(context) }
                guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1,
                    unsafe EVP_DigestVerify(context, signature, count, message, message.count) == 1
                else { throw AuthError(.backendFailure, "The library does not verify.") }
            }
            print("\(name)-bare", try rate(verify))
            let before = allocation_count()
            for _ in 0..<1000 { try verify() }
            print("\(name)-bare-allocations", Double(allocation_count() - before) / 1000)
        }
    }
#endif
