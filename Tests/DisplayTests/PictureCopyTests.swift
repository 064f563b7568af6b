import Ports
import Testing

@testable import Display

/// Draws that can be told apart at every pixel.
final class Picture {
    let size: PixelSize
    let stride: Int
    let memory: UnsafeMutableRawPointer

    init(_ size: PixelSize, _ color: (Int, Int) -> UInt32) {
        self.size = size
        stride = size.width * 4 + 12
        memory = .allocate(byteCount: stride * size.height, alignment: 16)
        fill(size.bounds, color)
    }

    deinit { memory.deallocate() }

    func fill(_ part: PixelRect, _ color: (Int, Int) -> UInt32) {
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX { (memory + y * stride + x * 4).storeBytes(of: color(x, y), as: UInt32.self) }
        }
    }

    subscript(x: Int, y: Int) -> UInt32 { (memory + y * stride + x * 4).load(as: UInt32.self) }
    var pixels: Pixels { Pixels(base: memory, size: size, stride: stride) }
}

/// Where an upright pixel is on the glass, one pixel at a time and written apart from `Placement`: the picture is turned clockwise.
func glassPoint(_ x: Int, _ y: Int, of upright: PixelSize, _ rotation: Rotation) -> (x: Int, y: Int) {
    switch rotation {
    case .none: (x, y)
    case .quarter: (upright.height - 1 - y, x)
    case .half: (upright.width - 1 - x, upright.height - 1 - y)
    case .threeQuarters: (y, upright.width - 1 - x)
    }
}

private let parts = [
    PixelRect(x: 0, y: 0, width: 67, height: 41), PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 66, y: 40, width: 1, height: 1),
    PixelRect(x: 3, y: 5, width: 17, height: 33), PixelRect(x: 1, y: 0, width: 64, height: 32),
    PixelRect(x: 16, y: 16, width: 16, height: 16),
    PixelRect(x: 5, y: 39, width: 61, height: 2), PixelRect(x: 65, y: 1, width: 2, height: 39), PixelRect(x: 7, y: 7, width: 5, height: 3),
]

@Test(arguments: Rotation.allCases, parts)
func aPartIsCopiedToItsTurnedPlaceAndNothingElseIsTouched(rotation: Rotation, part: PixelRect) {
    let size = PixelSize(width: 67, height: 41)
    let picture = Picture(size) { x, y in UInt32(x) << 16 | UInt32(y) << 8 | UInt32((x * 7 + y * 3) & 0xFF) }
    let isTurned = rotation == .quarter || rotation == .threeQuarters
    let glass = isTurned ? PixelSize(width: 41, height: 67) : size
    for format in PixelFormat.allCases {
        let buffer = FakeBuffer(id: 1, glass, format) {}
        let copier = PictureCopy(placement: Placement(glass: glass, rotation: rotation, margins: .init()), format: format)
        var expected = [UInt32](repeating: 0, count: glass.width * glass.height)
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX {
                let point = glassPoint(x, y, of: size, rotation)
                let pixel = picture[x, y]
                let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
                expected[point.y * glass.width + point.x] = format == .xrgb8888 ? pixel : (red / 8) << 11 | (green / 4) << 5 | blue / 8
            }
        }
        copier.copy(part, of: picture.pixels, to: buffer)
        var found: [UInt32] = []
        for y in 0..<glass.height {
            for x in 0..<glass.width {
                let address = buffer.memory + y * buffer.stride + x * format.bytesPerPixel
                found.append(format == .xrgb8888 ? address.load(as: UInt32.self) : UInt32(address.load(as: UInt16.self)))
            }
        }
        #expect(found == expected, "\(format)")
    }
}

@Test(arguments: Rotation.allCases)
func marginsKeepThePictureOffTheEdgesThatThePersonSees(rotation: Rotation) {
    let isTurned = rotation == .quarter || rotation == .threeQuarters
    let upright = PixelSize(width: 40, height: 30)
    let glass = isTurned ? PixelSize(width: 30, height: 40) : upright
    let placement = Placement(glass: glass, rotation: rotation, margins: .init(left: 1, top: 2, right: 3, bottom: 4))
    #expect(placement.picture == PixelSize(width: 36, height: 24))
    let corner = placement.onGlass(PixelRect(x: 0, y: 0, width: 1, height: 1))
    let expected = glassPoint(1, 2, of: upright, rotation)
    #expect(corner == PixelRect(x: expected.x, y: expected.y, width: 1, height: 1))
    let all = placement.onGlass(placement.picture.bounds)
    #expect(all.intersection(glass.bounds) == all && all.width * all.height == 36 * 24)
}

@Test func marginsThatLeaveNothingAreLeftOut() {
    let placement = Placement(glass: PixelSize(width: 40, height: 30), rotation: .none, margins: .init(left: 20, right: 20))
    #expect(placement.picture == PixelSize(width: 40, height: 30))
}

@Test func aRegionCoversWhateverWasPutInInAtMostEightRectangles() {
    var random = Numbers(seed: 7)
    for _ in 0..<200 {
        var region = Region()
        var covered = Set<Int>()
        for _ in 0..<random.below(30) {
            let part = PixelRect(x: random.below(40), y: random.below(30), width: random.below(9), height: random.below(9))
            region.insert(part)
            for y in part.y..<part.maxY { for x in part.x..<part.maxX { covered.insert(y * 64 + x) } }
        }
        #expect(region.rectangles.count <= Region.limit)
        let missing = covered.filter { point in
            !region.rectangles.contains { $0.x <= point % 64 && point % 64 < $0.maxX && $0.y <= point / 64 && point / 64 < $0.maxY }
        }
        #expect(missing.isEmpty)
    }
}

@Test func farApartPartsStayApartAndTouchingOnesAreJoined() {
    let apart = Region([PixelRect(x: 0, y: 0, width: 4, height: 4), PixelRect(x: 90, y: 90, width: 4, height: 4)])
    #expect(apart.rectangles.count == 2)
    let joined = Region([PixelRect(x: 0, y: 0, width: 4, height: 4), PixelRect(x: 4, y: 0, width: 4, height: 4)])
    #expect(joined.rectangles == [PixelRect(x: 0, y: 0, width: 8, height: 4)])
}

/// The same numbers every time.
struct Numbers {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
