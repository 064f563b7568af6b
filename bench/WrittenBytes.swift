/// How many bytes calls wrote to files below a folder, from the log of `strace -f -y`.
struct WrittenBytes {
    let count: Int

    init(below folder: String, log: String) {
        var count = 0
        // Calls that another thread's interrupted in the log, by the thread.
        var begun: Set<Substring> = []
        for line in log.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard parts.count == 2 else { continue }
            let (thread, call) = (parts[0], parts[1])
            let isResumed = call.contains("resumed>")
            guard isResumed ? begun.contains(thread) : call.contains("<\(folder)/") else { continue }
            begun.remove(thread)
            if call.hasSuffix("<unfinished ...>") {
                begun.insert(thread)
            } else if let result = call.split(separator: "=").last?.split(separator: " ").first.flatMap({ Int($0) }), result > 0 {
                count += result
            }
        }
        self.count = count
    }
}
