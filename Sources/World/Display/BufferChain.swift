import Glibc
import Ports

/// The buffers of one screen, and what is in each.
///
/// A picture goes prepared -> waiting (it was presented) -> flying (the kernel has it) -> shown. Two buffers are enough while flips land
/// before the next picture comes; up to two more are made when they do not, so that a picture never waits for the glass and is never
/// drawn over. Rectangles are in the picture's pixels.
struct BufferChain {
    /// Shown, flying, waiting and prepared.
    static let limit = 4

    private struct Slot {
        let buffer: any PixelBuffer
        /// Where its content is older than the newest picture.
        var stale: Region
        /// What was written since the kernel last got it.
        var unsent: Region
    }

    private let copier: PictureCopy
    private let make: () throws(DisplayError) -> any PixelBuffer
    private var slots: [Slot] = []
    /// On the glass.
    private(set) var shown: Int
    private(set) var flying: Int?
    private(set) var waiting: Int?
    private(set) var prepared: Int?

    /// Makes the first two buffers; the first is taken as shown. `make` gives black ones.
    init(_ copier: PictureCopy, make: @escaping () throws(DisplayError) -> any PixelBuffer) throws(DisplayError) {
        self.copier = copier
        self.make = make
        shown = 0
        for _ in 0..<2 { slots.append(Slot(buffer: try make(), stale: whole, unsent: whole)) }
    }

    private var bounds: PixelRect { copier.placement.picture.bounds }
    private var whole: Region { Region([bounds]) }

    func buffer(_ slot: Int) -> any PixelBuffer { slots[slot].buffer }
    func holds(_ frameBuffer: UInt32) -> Bool { slots.contains { $0.buffer.id == frameBuffer } }
    /// What the kernel must be told when this one goes to the glass, in the glass's pixels. It is all that was written since it last went
    /// there, which is more than the change since the last frame: drivers that upload each buffer by its own clips (virtio-gpu) need that.
    func clips(_ slot: Int) -> [PixelRect] { slots[slot].unsent.rectangles.map(copier.placement.onGlass) }

    /// Takes over the damaged parts. False when there was no buffer to take them: then a whole picture is due later.
    mutating func prepare(_ pixels: Pixels, damage: [PixelRect]) -> Bool {
        let damage = Region(damage).clipped(to: bounds)
        guard let target = prepared ?? freeSlot() else { return false }
        var work = damage
        work.formUnion(slots[target].stale)
        for part in work.rectangles { copier.copy(part, of: pixels, to: slots[target].buffer) }
        slots[target].unsent.formUnion(work)
        slots[target].stale = Region()
        for other in slots.indices where other != target { slots[other].stale.formUnion(damage) }
        prepared = target
        return true
    }

    /// The prepared picture is to be shown. One that still waited is not shown any more.
    mutating func present() {
        guard prepared != nil else { return }
        waiting = prepared
        prepared = nil
    }

    /// A slot of black, with nothing of the picture in it; nil when there is none to be had.
    mutating func black() -> Int? {
        guard let slot = freeSlot() else { return nil }
        let buffer = slots[slot].buffer
        memset(buffer.memory, 0, buffer.stride * copier.placement.glass.height)
        slots[slot].stale = whole
        slots[slot].unsent = whole
        return slot
    }

    /// The shown picture is kept to be shown again, if no newer one waits.
    mutating func keepShown() {
        if waiting == nil { waiting = shown }
    }

    /// The kernel has taken the slot and will say when it is on the glass.
    mutating func sent(_ slot: Int) {
        slots[slot].unsent = Region()
        flying = slot
        if waiting == slot { waiting = nil }
    }

    mutating func landed() {
        guard let flying else { return }
        shown = flying
        self.flying = nil
    }

    /// A mode set showed the slot, and the kernel has read all of it.
    mutating func lit(_ slot: Int) {
        sent(slot)
        landed()
    }

    /// Damage that the next sending of this slot must cover, because something else was on the glass meanwhile.
    mutating func sendWhole(_ slot: Int) { slots[slot].unsent = whole }

    /// Frees all buffers, before the owner goes; nothing else may be called afterwards.
    mutating func free() { slots = [] }

    /// The one with the least to copy; another is made when all are in use.
    private mutating func freeSlot() -> Int? {
        let taken = [shown, flying, waiting, prepared]
        let free = slots.indices.filter { !taken.contains($0) }
        if let best = free.min(by: { slots[$0].stale.cost < slots[$1].stale.cost }) { return best }
        guard slots.count < BufferChain.limit else { return nil }
        // Graphics memory may be used up: then the caller does without.
        guard let buffer = try? make() else { return nil }
        slots.append(Slot(buffer: buffer, stale: whole, unsent: whole))
        return slots.count - 1
    }
}
