import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// `merlon connect`: asks a server as a pinned app does, and says why it went as it did.
enum ConnectCommand {
    private static let url = Argument(.text("URL"), "an https URL")
    private static let pins = Option.optional("pins", .path("FILE"), "a file of pins, or a property list with NSPinnedDomains")
    private static let follow = Option("follow", .number("N", in: 0...20), default: 0, shownAs: "0", "how many redirects are followed")

    static let command = Command(
        name: "connect", abstract: "try a connection under a file of pins, and explain the decision",
        discussion: """
            Validates the server's chain, evaluates the pins, makes a GET request as Merlon's transport does, and prints the decision, its \
            reason, and the chain with the pins that match. The answer's body is not shown.
            """,
        arguments: [url.definition],
        options: [
            pins.definition, follow.definition, PinningOptions.format.definition, PinningOptions.trust.definition,
            PinningOptions.timeout.definition, PinningOptions.at.definition,
        ],
        examples: [
            Example("merlon connect https://api.example.org/ --pins pins.json", "Shows whether an app with these pins gets through.")
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "accepted"), ExitStatusMeaning(.findings, "refused, or no connection"),
            ExitStatusMeaning(.usage, "wrong use, or a file that cannot be read"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        guard let path = try invocation.value(of: pins) else {
            throw CommandLineError(.missingValue, "--pins is needed", hint: "'merlon pin HOST --format pins' makes such a file")
        }
        let anchors = try PinningOptions.anchors(invocation)
        let policy = try PinFile.policy(in: InputFile.read(path, limit: PinningPolicy.maximumFileByteCount), anchors: anchors)
        let url = try HTTPURL(invocation.values(of: url)[0])
        let time = try PinningOptions.time(invocation)
        let timeout = TimeSpan.seconds(Int64(try invocation.value(of: PinningOptions.timeout)))
        let hops = try invocation.value(of: follow)

        var evaluation: Evaluation?
        do throws(PinningError) {
            try policy.checkRequest(to: url)
            let inspection = try await ServerProbe.inspect(url.host, port: url.port, anchors: anchors, timeout: timeout, time: time)
            evaluation = policy.evaluate(try inspection.validation.get(), host: url.host, now: time.wallTime)
        } catch {
            return try report(.failure(error), evaluation, policy.pinSet(for: url.host), invocation)
        }
        let outcome: Result<HTTPResponse, PinningError>
        do throws(PinningError) {
            let request = HTTPRequest(
                .get, url, maximumResponseBody: 64 << 20, timeout: timeout, redirects: hops == 0 ? .deliver : .follow(upTo: hops))
            outcome = .success(try await PinnedTransport(policy, time: time).send(request))
        } catch { outcome = .failure(error) }
        return try report(outcome, evaluation, policy.pinSet(for: url.host), invocation)
    }

    private static func report(
        _ outcome: Result<HTTPResponse, PinningError>, _ evaluation: Evaluation?, _ set: PinSet?, _ invocation: Invocation
    ) throws -> ExitStatus {
        var isAccepted = evaluation?.isAccepted ?? false
        if case .failure = outcome { isAccepted = false }
        switch try invocation.value(of: PinningOptions.format) {
        case .text: try invocation.console.output.write(text(outcome, evaluation, set, isAccepted))
        case .json: try invocation.console.output.write(json(outcome, evaluation, isAccepted).serialized(pretty: true))
        }
        return isAccepted ? .success : .findings
    }

    private static func text(_ outcome: Result<HTTPResponse, PinningError>, _ evaluation: Evaluation?, _ set: PinSet?, _ isAccepted: Bool)
        -> String
    {
        var text = "\(isAccepted ? "accepted" : "refused")\n"
        if let evaluation {
            text += "decision  \(evaluation.decision.rawValue), \(evaluation.reason.rawValue)\nreason    \(evaluation.explanation)\n"
        }
        switch outcome {
        case .success(let response): text += "answer    \(response.status), \(response.body.count) bytes from \(response.url.authority)\n"
        case .failure(let error): text += "error     \(error.code): \(error.errorLine)\n"
        }
        guard let evaluation else { return text }
        for (index, certificate) in evaluation.chain.certificates.enumerated() {
            let matches = (set?.pins ?? []).filter { $0.matches(certificate, at: index) }
            text += "chain \(index)   \(certificate.subjectName)  \(certificate.publicKeyDigest)\(matches.isEmpty ? "" : "  pinned")\n"
        }
        return text
    }

    private static func json(_ outcome: Result<HTTPResponse, PinningError>, _ evaluation: Evaluation?, _ isAccepted: Bool) -> JSONValue {
        var error: JSONValue?
        var status: JSONValue?
        switch outcome {
        case .success(let response): status = .integer(Int64(response.status))
        case .failure(let failure): error = .object(["code": .string(failure.code.description), "reason": .string(failure.reason)])
        }
        return .members([
            "accepted": .boolean(isAccepted), "decision": evaluation.map { .string($0.decision.rawValue) },
            "reason": evaluation.map { .string($0.reason.rawValue) }, "explanation": evaluation.map { .string($0.explanation) },
            "chain": evaluation.map { .array($0.chain.certificates.map { .string($0.publicKeyDigest.base64) }) }, "status": status,
            "error": error,
        ])
    }
}
