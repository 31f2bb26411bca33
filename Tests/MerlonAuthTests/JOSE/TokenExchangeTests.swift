import MerlonAuth
import MerlonCore
import TestSupport
import Testing

/// Tokens go to and come from two implementations that share no code with this one, for every algorithm.
@Suite(
    "Exchange of tokens",
    .enabled(if: Executable.projectPython.isInstalled, "needs joserfc and pyjwt, which Scripts/setup --tests installs"))
struct TokenExchangeTests {
    /// Makes a key for each algorithm and, with each library, 1,000 tokens of random claims.
    private static let maker = """
        import json, random, warnings
        warnings.simplefilter("ignore")
        import jwt as pyjwt
        from joserfc import jwk, jwt as jose
        random.seed(7520)
        rsa = jwk.RSAKey.generate_key(2048).as_dict(private=True)
        keys = {a: rsa | {"alg": a} for a in ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")}
        keys |= {a: jwk.OctKey.generate_key(n).as_dict(private=True) | {"alg": a} for a, n in (("HS256", 256), ("HS384", 384), ("HS512", 520))}
        keys |= {"ES256": jwk.ECKey.generate_key("P-256").as_dict(private=True) | {"alg": "ES256"}}
        keys |= {"ES384": jwk.ECKey.generate_key("P-384").as_dict(private=True) | {"alg": "ES384"}}
        keys |= {"EdDSA": jwk.OKPKey.generate_key("Ed25519").as_dict(private=True) | {"alg": "EdDSA"}}
        for name in keys: keys[name]["kid"] = name
        theirs = {name: (pyjwt.PyJWK(key).key, jwk.import_key(key)) for name, key in keys.items()}
        def value(depth=0):
            kind = random.randrange(8 if depth < 3 else 6)
            if kind == 0: return random.choice([None, True, False])
            if kind == 1: return random.randrange(-2**53, 2**53)
            if kind == 2: return random.uniform(-1e9, 1e9)
            if kind <= 5: return "".join(chr(random.choice([random.randrange(32, 127), random.randrange(0xA0, 0xD7FF), random.randrange(0x10000, 0x10FFFF), 9]))
                                         for _ in range(random.randrange(12)))
            if kind == 6: return [value(depth + 1) for _ in range(random.randrange(4))]
            return {"k%d" % i: value(depth + 1) for i in range(random.randrange(4))}
        def claims():
            now = 1800000000
            base = {"iss": "https://id.example", "aud": random.choice(["api", ["api"], ["x", "api"]]), "iat": now,
                    "exp": random.choice([now + 60, now + 60.5, float(now + 3600)])}
            return base | {"c%d" % i: value() for i in range(random.randrange(6))}
        tokens = []
        for i in range(2000):
            name = random.choice(sorted(keys))
            c = claims()
            if i % 2:
                token = pyjwt.encode(c, theirs[name][0], algorithm=name, headers={"kid": name})
            else:
                token = jose.encode({"alg": name, "kid": name}, c, theirs[name][1], algorithms=[name])
            tokens.append([name, token, c])
        print(json.dumps({"keys": keys, "tokens": tokens}))
        """

    /// Verifies tokens, each by both libraries, and gives the claims that both read.
    private static let reader = """
        import json, sys, warnings
        warnings.simplefilter("ignore")
        import jwt as pyjwt
        from joserfc import jwk, jwt as jose
        given = json.load(sys.stdin)
        def public(key): return key.public_key() if hasattr(key, "public_key") else key
        theirs = {name: (public(pyjwt.PyJWK(key).key), jwk.import_key(key)) for name, key in given["keys"].items()}
        out = []
        for name, token in given["tokens"]:
            one = pyjwt.decode(token, theirs[name][0], algorithms=[name], audience="api", issuer="https://id.example",
                               options={"verify_exp": False, "verify_iat": False, "verify_nbf": False})
            other = jose.decode(token, theirs[name][1], algorithms=[name])
            assert other.header["kid"] == name and one == other.claims, name
            out.append(one)
        print(json.dumps(out))
        """

    @Test func bothWays() throws {
        let made = try Executable.projectPython.run(["-c", Self.maker])
        try #require(made.status == 0, "\(made.errors)")
        let given = try JSONValue(parsing: made.output)
        let keys = try #require(given["keys"]?.object).mapValues { try JSONWebKey(parsing: $0.serialized()) }
        #expect(Set(keys.keys) == Set(JWSAlgorithm.allCases.map(\.rawValue)))
        let verifiers = try keys.mapValues { key in
            TokenVerifier(
                keys: try JSONWebKeySet([try key.verificationKey()]),
                policy: TokenPolicy(issuer: "https://id.example", audience: "api"), time: FixedTime(wall: 1_800_000_000))
        }
        let signers = try keys.mapValues { try $0.signer() }
        var wrong: [String] = []
        var sent: [JSONValue] = []
        var expected: [JSONValue] = []
        let tokens = try #require(given["tokens"]?.array)
        #expect(tokens.count == 2000)
        IssuedTokens.record(tokens.compactMap { $0.array?[1].string })
        for (index, entry) in tokens.enumerated() {
            let parts = try #require(entry.array)
            let (name, token, claims) = (try #require(parts[0].string), try #require(parts[1].string), parts[2])
            let verifier = try #require(verifiers[name])
            guard (try? verifier.verifyJSON(token).claims) == claims else {
                wrong.append("\(name): \(claims.serialized())")
                continue
            }
            // The first byte of the signature: its last characters may hold bits that no byte uses.
            var changed = Array(token.utf8)
            let signature = (changed.lastIndex(of: 0x2E) ?? 0) + 1
            changed[signature] = changed[signature] == 0x41 ? 0x42 : 0x41
            if (try? verifier.verify(String(decoding: changed, as: UTF8.self))) != nil {
                wrong.append("\(name): a changed signature is taken")
            }
            guard index.isMultiple(of: 2), let signer = signers[name] else { continue }
            sent.append([.string(name), .string(try signer.signJSON(claims))])
            expected.append(claims)
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
        #expect(sent.count == 1000)
        let input = JSONValue.members(["keys": given["keys"], "tokens": .array(sent)]).serialized()
        let read = try Executable.projectPython.run(["-c", Self.reader], input: input)
        try #require(read.status == 0, "\(read.errors.suffix(2000))")
        #expect(try JSONValue(parsing: read.output) == .array(expected))
    }
}
