import Ports
import Words

/// The grammar of lists and grids: BACK and SKIP move the focus, BACK held leaves, PLAY chooses what is focused. What else a screen gives
/// its keys it says here, so that every list answers alike.
struct ListKeys {
    let words: Words
    /// Of the rows that can be focused.
    let count: Int
    /// What PLAY does with the focused row; nil: nothing.
    var choose: Deed?
    /// What PLAY does when it is held.
    var options: KeyUse.Hold?
    /// What SKIP does when it is held.
    var section: KeyUse.Hold?
    /// What BACK does when it is held.
    var leave: KeyUse.Hold
    /// Side by side instead of one below the other.
    var isGrid = false

    init(_ words: Words, count: Int, choose: Deed? = nil, options: KeyUse.Hold? = nil, section: KeyUse.Hold? = nil) {
        self.words = words
        self.count = count
        self.choose = choose
        self.options = options
        self.section = section
        leave = .init(deed: Deed(.leave, .left, words("key.back")), note: words("key.hold.back"))
    }

    func use(of key: Key) -> KeyUse? {
        switch key {
        case .back: return KeyUse(moves ? previous : nil, hold: leave)
        case .pause: return choose == nil && options == nil ? nil : KeyUse(choose, hold: options)
        case .skip: return !moves && section == nil ? nil : KeyUse(moves ? next : nil, hold: section)
        case .home, .up, .down: return nil
        }
    }

    /// With one row there is nowhere to go.
    private var moves: Bool { count > 1 }
    private var previous: Deed {
        isGrid ? Deed(.previous, .left, words("key.previous")) : Deed(.previous, .up, words("key.up"))
    }
    private var next: Deed { isGrid ? Deed(.next, .right, words("key.nextCell")) : Deed(.next, .down, words("key.down")) }
}
