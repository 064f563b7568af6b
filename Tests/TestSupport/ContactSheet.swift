import Ports

extension Raster {
    /// Smaller by a whole factor: each pixel is the mean of a square.
    public func reduced(by factor: Int) -> Raster {
        let small = PixelSize(width: max(1, size.width / factor), height: max(1, size.height / factor))
        var pixels: [UInt32] = []
        pixels.reserveCapacity(small.width * small.height)
        for y in 0..<small.height {
            for x in 0..<small.width {
                var sums: (UInt32, UInt32, UInt32) = (0, 0, 0)
                for row in 0..<factor {
                    for column in 0..<factor {
                        let pixel = self.pixels[
                            min(size.height - 1, y * factor + row) * size.width + min(size.width - 1, x * factor + column)]
                        sums = (sums.0 + (pixel >> 16 & 255), sums.1 + (pixel >> 8 & 255), sums.2 + (pixel & 255))
                    }
                }
                let count = UInt32(factor * factor)
                pixels.append((sums.0 / count) << 16 | (sums.1 / count) << 8 | sums.2 / count)
            }
        }
        return Raster(size: small, pixels: pixels)
    }

    /// Pictures of one size beside and under each other, with grey between them.
    public static func sheet(_ pictures: [Raster], columns: Int, gap: Int = 8) -> Raster {
        let cell = pictures.first?.size ?? PixelSize(width: 1, height: 1)
        let rows = (pictures.count + columns - 1) / columns
        let size = PixelSize(width: columns * (cell.width + gap) + gap, height: rows * (cell.height + gap) + gap)
        var sheet = Raster(size: size, pixels: [UInt32](repeating: 0x808080, count: size.width * size.height))
        for (index, picture) in pictures.enumerated() {
            let left = gap + index % columns * (cell.width + gap)
            let top = gap + index / columns * (cell.height + gap)
            for y in 0..<min(cell.height, picture.size.height) {
                let from = y * picture.size.width
                let to = (top + y) * size.width + left
                sheet.pixels.replaceSubrange(
                    to..<to + min(cell.width, picture.size.width), with: picture.pixels[from..<from + min(cell.width, picture.size.width)])
            }
        }
        return sheet
    }
}
