/// What a probe learnt of one thing. "Not run" never reads as "nothing found".
///
/// It can be compared and recorded when its value can; these are no conditions of the type itself, since the runtime would look for them, among the
/// conformances of all libraries, when a sweep first copies a fact of a type.
public enum Fact<Value: Sendable>: Sendable {
    /// The thing itself.
    case value(Value)
    /// The system refused, with this `errno` or native status.
    case denied(Int32)
    /// This system, build or configuration has no such thing, or no way to ask.
    case unsupported
    /// The probe did not answer before its deadline.
    case timedOut

    /// The value, if there is one.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension Fact: Equatable where Value: Equatable {}
extension Fact: Hashable where Value: Hashable {}

private enum FactMembers: String, CodingKey { case value, denied, state }

extension Fact: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: FactMembers.self)
        if members.contains(.value) {
            self = .value(try members.decode(Value.self, forKey: .value))
        } else if members.contains(.denied) {
            self = .denied(try members.decode(Int32.self, forKey: .denied))
        } else {
            switch try members.decode(String.self, forKey: .state) {
            case "unsupported": self = .unsupported
            case "timed-out": self = .timedOut
            default:
                throw DecodingError.dataCorruptedError(forKey: .state, in: members, debugDescription: "unknown state of a fact")
            }
        }
    }
}

extension Fact: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: FactMembers.self)
        switch self {
        case .value(let value): try members.encode(value, forKey: .value)
        case .denied(let status): try members.encode(status, forKey: .denied)
        case .unsupported: try members.encode("unsupported", forKey: .state)
        case .timedOut: try members.encode("timed-out", forKey: .state)
        }
    }
}

extension Fact {
    /// Why there is no value, in words; empty when there is one.
    public var whyNot: String {
        switch self {
        case .value: ""
        case .denied(let status): "the system refused (status \(status))"
        case .unsupported: "there is no way to ask here"
        case .timedOut: "the probe did not answer in time"
        }
    }
}

extension Fact {
    /// The fact of what follows from the value; without one, why not.
    func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Fact<Other> { try flatMap { .value(try transform($0)) } }

    /// What `transform` makes of the value; without one, why not.
    func flatMap<Other>(_ transform: (Value) throws -> Fact<Other>) rethrows -> Fact<Other> {
        switch self {
        case .value(let value): try transform(value)
        case .denied(let status): .denied(status)
        case .unsupported: .unsupported
        case .timedOut: .timedOut
        }
    }
}
