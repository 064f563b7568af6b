import Playback
import Ports
import Stage

/// What a person sees of a picture, on every screen alike.
extension Picture {
    /// The strip; nil where there is none.
    var legend: Legend? {
        switch self {
        case .player(let picture): picture.legend
        case .question, .idle: nil
        case .summary(let picture): picture.legend
        case .welcome(let picture): picture.legend
        case .home(let picture): picture.legend
        case .detail(let picture): picture.legend
        case .options(let picture): picture.legend
        case .gallery(let picture): picture.legend
        case .workouts(let picture): picture.legend
        case .workout(let picture): picture.legend
        case .picker(let picture): picture.legend
        case .builder(let picture): picture.legend
        case .stepper(let picture): picture.legend
        case .week(let picture): picture.legend
        case .list(let picture): picture.legend
        case .attention(let picture): picture.legend
        case .message(_, _, let legend): legend
        }
    }

    /// What is said over a key: in the strip, or as an answer with what comes of it.
    func said(of key: Key) -> (verb: String, note: String?)? {
        if case .question(let question) = self {
            let answer = key == .back ? question.back : key == .pause ? question.pause : question.skip
            return answer.map { ($0.text, $0.consequence) }
        }
        let cell = key == .back ? legend?.back : key == .pause ? legend?.pause : legend?.skip
        return cell.map { ($0.verb, $0.hold) }
    }

    /// What was typed; nil where nothing is.
    var typed: String? {
        switch self {
        case .workouts(let picture): picture.typed
        case .picker(let picture): picture.typed
        case .list(let picture): picture.typed
        default: nil
        }
    }

    /// What the amber band is on.
    var focused: String? {
        switch self {
        case .home(let picture):
            picture.focus.index < 0 ? picture.today?.title : picture.rows[picture.focus.index].map(\.title)
        case .options(let picture): picture.rows[picture.focus.index]
        case .gallery(let picture): picture.cells[picture.focus.index].name
        case .workouts(let picture): picture.rows[picture.focus.index]?.name
        case .workout(let picture): picture.actions.indices.contains(picture.focus.index) ? picture.actions[picture.focus.index] : nil
        case .picker(let picture): picture.rows[picture.focus.index]?.name
        case .builder(let picture): picture.script.row(picture.focus.index)?.title
        case .week(let picture): picture.days[picture.focus.index].name
        case .list(let picture): picture.rows[picture.focus.index]?.title
        case .attention(let picture): picture.blocks[picture.focus.index]?.file
        case .player, .question, .summary, .welcome, .detail, .stepper, .idle, .message: nil
        }
    }

    /// What stands beside the band in its list, as far as a person can see it: of each row its distance from the band.
    var rowsInSight: [(title: String, distance: Int)] {
        func titles<Row>(_ rows: Rows<Row>, _ focus: Focus, _ title: (Row) -> String) -> [(String, Int)] {
            rows.rows.enumerated().map { (title($1), rows.first + $0 - focus.index) }
        }
        return switch self {
        case .home(let picture): titles(picture.rows, picture.focus, \.title)
        case .options(let picture): titles(picture.rows, picture.focus) { $0 }
        case .workouts(let picture): titles(picture.rows, picture.focus, \.name)
        case .picker(let picture): titles(picture.rows, picture.focus, \.name)
        case .builder(let picture): titles(picture.script, picture.focus, \.title)
        case .list(let picture): titles(picture.rows, picture.focus, \.title)
        default: []
        }
    }

    /// Which screen it is.
    var screen: String { String(String(describing: self).prefix { $0 != "(" }) }
}

extension HomePicture.Row {
    var title: String {
        switch self {
        case .routine(let routine): routine.name
        case .way(let title, _): title
        }
    }
}

extension PickerPicture.Row {
    var name: String {
        switch self {
        case .workout(let name, _, _): name
        case .section(let title): title
        }
    }
}

extension ScriptRow {
    /// "Bridge 30 s × 3, 10 s between", "Rest 15 s", "Save".
    var title: String {
        switch self {
        case .step(let step): step.name + " " + step.timing
        case .rest(let text), .note(let text), .action(let text): text
        }
    }
}

extension Rows {
    func row(_ index: Int) -> Row? { self[index] }
}
