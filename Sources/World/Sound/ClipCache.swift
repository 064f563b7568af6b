import Playback

/// Phrases that were synthesised, bounded in bytes: what is needed soonest stays, what was asked for longest ago goes first.
struct ClipCache: Sendable {
    private struct Entry {
        var clip: Clip
        /// Later requests and, within one, earlier places stand higher.
        var rank: Rank
    }

    private struct Rank: Comparable {
        var request: Int
        var place: Int

        static func < (left: Rank, right: Rank) -> Bool {
            left.request != right.request ? left.request < right.request : left.place > right.place
        }
    }

    /// A minute of speech.
    static let usualLimit = 6_000_000

    private let limit: Int
    private var entries: [Utterance: Entry] = [:]
    private var ranks: [Utterance: Rank] = [:]
    private var request = 0
    private(set) var byteCount = 0

    init(byteLimit: Int) { limit = byteLimit }

    subscript(_ utterance: Utterance) -> Clip? { entries[utterance]?.clip }

    /// A new request, in the order of need: moves what is held up, and ranks what will be put in.
    mutating func need(_ utterances: [Utterance]) {
        request += 1
        // Ranks of what was asked for but never put in end here.
        ranks = [:]
        for (place, utterance) in utterances.enumerated() where ranks[utterance] == nil {
            let rank = Rank(request: request, place: place)
            ranks[utterance] = rank
            entries[utterance]?.rank = rank
        }
    }

    /// Holds a clip, unless it is the least needed of all and there is no room.
    mutating func insert(_ clip: Clip, for utterance: Utterance) {
        remove(utterance)
        entries[utterance] = Entry(clip: clip, rank: ranks[utterance] ?? Rank(request: request, place: .max))
        byteCount += clip.byteCount
        while byteCount > limit, let least = entries.min(by: { $0.value.rank < $1.value.rank }) { remove(least.key) }
    }

    private mutating func remove(_ utterance: Utterance) {
        guard let entry = entries.removeValue(forKey: utterance) else { return }
        byteCount -= entry.clip.byteCount
    }
}
