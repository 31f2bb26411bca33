extension Unicode.Scalar {
    /// Whether showing this character raw can change what else is shown: it starts a terminal command, moves the cursor, breaks the line,
    /// reverses or hides text (CVE-2021-42574), or cannot be seen at all.
    ///
    /// That is: C0 and C1 controls, DEL, line and paragraph separators, direction marks, embeddings, overrides and isolates, zero-width
    /// characters that are not joiners of a script, the byte order mark, interlinear annotations, variation tags, and noncharacters.
    public var isUnsafeToShow: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        case 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
