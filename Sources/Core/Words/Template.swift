/// A format string cut into its pieces: `%1$@`, `%@`, `%1$lld`, `%lld`, `%#@name@`, `%arg` and `%%`.
enum Template {
    enum Piece: Hashable, Sendable {
        case literal(String)
        /// Counted from 0; nil is the next one in order.
        case argument(Int?)
        /// `%arg`: a substitution's own argument.
        case own
        /// `%#@name@`
        case substitution(String)
    }

    static func pieces(_ text: String) -> [Piece] {
        // Most strings are words only.
        if !text.utf8.contains(UInt8(ascii: "%")) { return [.literal(text)] }
        var pieces: [Piece] = []
        var literal = ""
        var rest = Substring(text)
        while let percent = rest.firstIndex(of: "%") {
            literal += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                literal += "%"
                rest.removeFirst()
            } else if let piece = place(&rest) {
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                pieces.append(piece)
            } else {
                // A percent sign that opens no place is one.
                literal += "%"
            }
        }
        literal += rest
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }

    /// Takes a place, without its percent sign, from the front; leaves `rest` alone when there is none.
    private static func place(_ rest: inout Substring) -> Piece? {
        if rest.hasPrefix("#@") {
            let name = rest.dropFirst(2)
            guard let end = name.firstIndex(of: "@") else { return nil }
            rest = name[name.index(after: end)...]
            return .substitution(String(name[..<end]))
        }
        if rest.hasPrefix("arg") {
            rest = rest.dropFirst(3)
            return .own
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        var position: Int?
        var tail = rest
        if !digits.isEmpty {
            guard let number = Int(digits), number > 0, rest.dropFirst(digits.count).first == "$" else { return nil }
            position = number - 1
            tail = rest.dropFirst(digits.count + 1)
        }
        for conversion in ["@", "lld", "llu", "ld", "lu", "d", "i", "u"] where tail.hasPrefix(conversion) {
            rest = tail.dropFirst(conversion.count)
            return .argument(position)
        }
        return nil
    }
}
