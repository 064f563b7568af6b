import Ports

/// Where the upright picture lies on the glass: turned, and inside the margins.
struct Placement: Hashable, Sendable {
    /// In the mode's own pixels.
    let glass: PixelSize
    let rotation: Rotation
    /// What is to be drawn, upright.
    let picture: PixelSize
    /// The picture's top left corner on the upright glass.
    private let left: Int
    private let top: Int
    /// The glass as the person sees it.
    private let upright: PixelSize

    /// Margins that would leave nothing are left out.
    init(glass: PixelSize, rotation: Rotation, margins: ScreenSettings.Margins) {
        self.glass = glass
        self.rotation = rotation
        let isTurned = rotation == .quarter || rotation == .threeQuarters
        upright = isTurned ? PixelSize(width: glass.height, height: glass.width) : glass
        let width = upright.width - margins.left - margins.right
        let height = upright.height - margins.top - margins.bottom
        let fits = width > 0 && height > 0
        picture = fits ? PixelSize(width: width, height: height) : upright
        left = fits ? margins.left : 0
        top = fits ? margins.top : 0
    }

    /// A part of the picture, in the glass's pixels.
    func onGlass(_ part: PixelRect) -> PixelRect {
        let x = part.x + left
        let y = part.y + top
        switch rotation {
        case .none: return PixelRect(x: x, y: y, width: part.width, height: part.height)
        case .quarter: return PixelRect(x: upright.height - y - part.height, y: x, width: part.height, height: part.width)
        case .half:
            return PixelRect(x: upright.width - x - part.width, y: upright.height - y - part.height, width: part.width, height: part.height)
        case .threeQuarters: return PixelRect(x: y, y: upright.width - x - part.width, width: part.height, height: part.width)
        }
    }
}
