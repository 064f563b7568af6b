import Glibc

/// 22,050 Hz to 48,000 Hz by a windowed-sinc filter in 320 phases: once for each phrase, exactly in phase, in integers, so that
/// every machine makes the same samples. Written here because the ratio is fixed: 60 lines beside a library that must be shipped.
///
/// Kaiser's window: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", 1974.
struct Resampler: Sendable {
    /// 48,000 / 22,050 = 320 / 147.
    private static let up = 320
    private static let down = 147
    /// Input samples under the filter: with 48 everything up to 9 kHz passes and all from 11.4 kHz on is below -80 dB.
    private static let taps = 48
    /// Sixteen bits hold every coefficient then, and thirty-two every sum: the compiler multiplies eight at a time.
    private static let one = 1 << 14

    /// `up` phases of `taps` coefficients, scaled by `one`.
    private let coefficients: [Int16]

    init() {
        let half = Double(Resampler.taps / 2)
        let beta = 8.0
        // The middle of the transition band, as a part of the input's rate: 10.2 of 22.05 kHz.
        let cutoff = 0.4625
        let top = Resampler.bessel(beta)
        var coefficients: [Int16] = []
        coefficients.reserveCapacity(Resampler.up * Resampler.taps)
        for phase in 0..<Resampler.up {
            let fraction = Double(phase) / Double(Resampler.up)
            let row = (0..<Resampler.taps).map { tap -> Double in
                let x = Double(tap) - half + 1 - fraction
                let sinc = x == 0 ? 2 * cutoff : sin(2 * .pi * cutoff * x) / (.pi * x)
                let position = x / half
                let window =
                    abs(position) >= 1 ? 0 : Resampler.bessel(beta * (1 - position * position).squareRoot()) / top
                return sinc * window
            }
            // Each phase passes a constant unchanged.
            let sum = row.reduce(0, +)
            coefficients += row.map { Int16(($0 / sum * Double(Resampler.one)).rounded()) }
        }
        self.coefficients = coefficients
    }

    /// As long as the input, to the sample; outside it there is silence.
    func resample(_ input: [Int16]) -> [Int16] {
        let count = (input.count * Resampler.up + Resampler.down - 1) / Resampler.down
        let margin = [Int16](repeating: 0, count: Resampler.taps / 2)
        let padded = margin + input + margin
        return [Int16](unsafeUninitializedCapacity: count) { output, written in
            padded.withUnsafeBufferPointer { padded in
                coefficients.withUnsafeBufferPointer { coefficients in
                    for index in 0..<count {
                        let (whole, phase) = (index * Resampler.down).quotientAndRemainder(dividingBy: Resampler.up)
                        output[index] = Resampler.sample(
                            padded.baseAddress! + whole + 1, coefficients.baseAddress! + phase * Resampler.taps)
                    }
                }
            }
            written = count
        }
    }

    private static func sample(_ input: UnsafePointer<Int16>, _ coefficients: UnsafePointer<Int16>) -> Int16 {
        var sum: Int32 = 0
        var tap = 0
        // Cannot overflow: the coefficients of a phase add up to less than 2, signs left aside.
        while tap < taps {
            sum &+= Int32(input[tap]) &* Int32(coefficients[tap])
            tap &+= 1
        }
        return Int16(clamping: (sum &+ Int32(one / 2)) >> 14)
    }

    /// The modified Bessel function of the first kind, order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for k in 1...40 {
            term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
            // Terms only become smaller from here on: nothing more is added.
            if k > 4, sum + term == sum { break }
            sum += term
        }
        return sum
    }
}
