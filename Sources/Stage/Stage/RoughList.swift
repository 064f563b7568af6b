import Workouts

/// A screen as a plain list of what it says, until it has its own scene.
enum RoughList {
    static func of(_ picture: Picture) -> ListPicture {
        func list<Row>(_ title: String, _ rows: Rows<Row>, _ focus: Focus, _ legend: Legend, text: (Row) -> (String, String?))
            -> ListPicture
        {
            ListPicture(
                title: title,
                rows: Rows(count: rows.count, around: focus.index) { index in
                    let said = rows[index].map(text) ?? ("", nil)
                    return ListPicture.Row(title: said.0, detail: said.1)
                }, focus: focus, legend: legend)
        }
        func script(_ row: ScriptRow) -> (String, String?) {
            switch row {
            case .step(let step): (step.name, step.timing)
            case .rest(let text), .note(let text), .action(let text): (text, nil)
            }
        }
        switch picture {
        case .home(let home):
            return list(home.clock ?? "", home.rows, home.focus, home.legend) { row in
                switch row {
                case .routine(let routine): (routine.name, routine.total)
                case .way(let title, let detail): (title, detail)
                }
            }
        case .detail(let detail): return list(detail.facts.name, detail.script, Focus(detail.top), detail.legend, text: script)
        case .builder(let builder): return list(builder.facts.name, builder.script, builder.focus, builder.legend, text: script)
        case .options(let options): return list(options.title, options.rows, options.focus, options.legend) { ($0, nil) }
        case .gallery(let gallery): return list(gallery.title, Rows(gallery.cells), gallery.focus, gallery.legend) { ($0.name, $0.count) }
        case .workouts(let workouts): return list(workouts.title, workouts.rows, workouts.focus, workouts.legend) { ($0.name, $0.note) }
        case .workout(let workout): return list(workout.name, Rows(workout.actions), workout.focus, workout.legend) { ($0, nil) }
        case .picker(let picker):
            return list(picker.title, picker.rows, picker.focus, picker.legend) { row in
                switch row {
                case .section(let name): (name, nil)
                case .workout(let name, _, let note): (name, note)
                }
            }
        case .stepper(let stepper): return list(stepper.title, Rows(stepper.tabs), stepper.focus, stepper.legend) { ($0.label, $0.value) }
        case .week(let week): return list(week.title, Rows(week.days), week.focus, week.legend) { ($0.name, $0.routines) }
        case .attention(let attention):
            return list(attention.title, attention.blocks, attention.focus, attention.legend) { ($0.file, $0.problem.text) }
        case .welcome(let welcome):
            return list(welcome.name, Rows(welcome.headline), Focus(0), welcome.legend) { ($0, nil) }
        case .idle(let idle):
            let none = Legend(back: nil, pause: nil, skip: nil)
            return list(idle.clock ?? "", Rows([idle.name ?? ""]), Focus(0), none) { ($0, idle.total) }
        case .list(let list): return list
        case .player, .question, .summary, .message: preconditionFailure("has its own scene")
        }
    }
}
