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
            return place.picture(facts, legend(at: now), at: now)
        case .player(let player): return picture(of: player, at: now)
        case .filing(let filing): return picture(of: filing.player, at: filing.since - .nanoseconds(1)).withoutKeys
        case .summary(let summary): return summary.picture(facts, legend(at: now), at: now)
        }
    }

    private func picture(of player: Player, at now: Instant) -> Picture {
        player.picture(at: now, ring: presses.ring, notices: notices.sentences(words, at: now), words: words)
    }

    private func legend(at now: Instant) -> Legend { Legend(words, ring: presses.ring, at: now) { use(of: $0, at: now) } }

    /// The next instant after `now` at which the picture, or anything else, changes by itself; nil when nothing will.
    public func nextChange(after now: Instant) -> Instant? {
        var instants = [presses.nextDeadline, notices.nextChange(after: now)]
        if let ring = presses.ring { instants.append(ring.ramp.nextTick(after: now)) }
        switch top {
        case .player(let player): instants.append(player.nextChange(after: now))
        case .filing(let filing): instants.append(filing.since + Kiosk.filingPatience)
        case .menus:
            instants += [places.last?.nextChange(after: now), facts.dayEnds]
            instants += [idle.nextChange(settings.preferences), idle.nextMinute(facts.clock, after: now)]
        case .summary(let summary):
            instants += [summary.listensFrom, idle.nextChange(settings.preferences), idle.nextMinute(facts.clock, after: now)]
        }
        return instants.compactMap { $0 }.filter { $0 > now }.min()
    }
}

extension Picture {
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
