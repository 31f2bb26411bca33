/// The order of the bytes of an integer.
public enum ByteOrder: Sendable {
    case little, big
}
