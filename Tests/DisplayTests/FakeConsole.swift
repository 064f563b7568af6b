@testable import Display

/// A virtual terminal that notes what is done with it.
final class FakeConsole: Console {
    var isInFront = true
    var failure: Int32?
    var record: [String] = []
    /// The kernel's signals: it wants the screen for another terminal, and it gave it to ours.
    private(set) var release: () -> Void = {}
    private var acquired: () -> Void = {}
    private(set) var isShown = true

    func take(onRelease: @escaping () -> Void, onAcquire: @escaping () -> Void) throws(DisplayError) -> Bool {
        record.append("take")
        release = onRelease
        acquired = onAcquire
        isShown = isInFront
        return isInFront
    }
    func acquire() {
        isShown = true
        acquired()
    }
    /// There and back at once: both signals are pending, and the one that lets go comes first, whatever their order was.
    func acquireAndRelease() {
        isShown = true
        release()
        acquired()
    }
    func show(_ number: Int) throws(DisplayError) {
        record.append("show \(number)")
        if let failure { throw DisplayError("show virtual terminal \(number)", code: failure) }
    }
    func allowRelease() {
        record.append("allow")
        isShown = false
    }
    func confirmAcquire() { record.append("confirm") }
    func giveBack() { record.append("give back") }
}
