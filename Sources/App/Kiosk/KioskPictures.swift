import Playback
import Ports
import Stage
import Workouts

extension Kiosk {
    /// The picture at an instant not before the last event. Constant between two changes.
    public func picture(at now: Instant) -> Picture {
        var state = self
        _ = state.advance(to: now)
        return state.currentPicture(at: now)
    }

    private func currentPicture(at now: Instant) -> Picture {
        switch idle.depth {
        case .awake: break
        case .clock: return .idle(facts.idlePicture(at: now))
        case .black: return .idle(IdlePicture(clock: nil, label: nil, name: nil, total: nil, timeline: nil, minute: 0))
        }
        switch top {
        case .menus:
            guard let place = places.last else {
                return .message(title: playable?.routine.name ?? "", line: "", legend: nil)
            }
            return place.picture(facts, legend(at: now), at: now).saying(notices.missing(words, settings.preferences))
        case .player(let player): return picture(of: player, at: now)
        case .filing(let filing): return picture(of: filing.player, at: filing.since - .nanoseconds(1)).withoutKeys
        case .summary(let summary): return summary.picture(facts, legend(at: now), at: now)
        }
    }

    private func picture(of player: Player, at now: Instant) -> Picture {
        player.picture(at: now, ring: presses.ring, notices: notices.sentences(words, settings.preferences, at: now), words: words)
    }

    private func legend(at now: Instant) -> Legend { Legend(words, ring: presses.ring, at: now) { use(of: $0, at: now) } }

    /// The next instant after `now` at which the picture, or anything else, changes by itself; nil when nothing will.
    public func nextChange(after now: Instant) -> Instant? {
        var next = Earliest(after: now)
        next.take(presses.nextDeadline)
        next.take(notices.nextChange(after: now))
        next.take(doubt?.ends)
        next.take(presses.ring?.ramp.nextTick(after: now))
        switch top {
        case .player(let player): next.take(player.nextChange(after: now))
        case .filing(let filing): next.take(filing.patienceEnds)
        case .menus:
            next.take(places.last?.nextChange(after: now))
            next.take(facts.dayEnds)
            next.take(idle.nextChange(settings.preferences))
            next.take(idle.nextMinute(facts.clock, after: now))
        case .summary(let summary):
            next.take(summary.listensFrom)
            next.take(idle.nextChange(settings.preferences))
            next.take(idle.nextMinute(facts.clock, after: now))
        }
        return next.instant
    }
}

/// The earliest of several instants that lie behind one.
struct Earliest {
    let now: Instant
    private(set) var instant: Instant?

    init(after now: Instant) { self.now = now }

    mutating func take(_ other: Instant?) {
        guard let other, other > now else { return }
        instant = instant.map { min($0, other) } ?? other
    }
}

extension Picture {
    /// The home's picture with what of the panel is missing; the other menus lie over it, one BACK away.
    fileprivate func saying(_ notices: [String]) -> Picture {
        guard case .home(var picture) = self else { return self }
        picture.notices = notices
        return .home(picture)
    }

    /// The player's picture while no key does anything.
    fileprivate var withoutKeys: Picture {
        switch self {
        case .player(var picture):
            picture.legend = nil
            return .player(picture)
        case .question(var picture):
            (picture.back, picture.pause, picture.skip) = (nil, nil, nil)
            return .question(picture)
        default: return self
        }
    }
}
