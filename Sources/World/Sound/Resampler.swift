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
    private static let one = 1 << 15

    /// `up` phases of `taps` coefficients, scaled by `one`.
    private let coefficients: [Int32]

    init() {
        let half = Double(Resampler.taps / 2)
        let beta = 8.0
        // The middle of the transition band, as a part of the input's rate: 10.2 of 22.05 kHz.
        let cutoff = 0.4625
        var coefficients: [Int32] = []
        coefficients.reserveCapacity(Resampler.up * Resampler.taps)
        for phase in 0..<Resampler.up {
            let fraction = Double(phase) / Double(Resampler.up)
            let row = (0..<Resampler.taps).map { tap -> Double in
                let x = Double(tap) - half + 1 - fraction
                let sinc = x == 0 ? 2 * cutoff : sin(2 * .pi * cutoff * x) / (.pi * x)
                let position = x / half
                let window =
                    abs(position) >= 1 ? 0 : Resampler.bessel(beta * (1 - position * position).squareRoot()) / Resampler.bessel(beta)
                return sinc * window
            }
            // Each phase passes a constant unchanged.
            let sum = row.reduce(0, +)
            coefficients += row.map { Int32(($0 / sum * Double(Resampler.one)).rounded()) }
        }
        self.coefficients = coefficients
    }

    /// As long as the input, to the sample; outside it there is silence.
    func resample(_ input: [Int16]) -> [Int16] {
        let count = (input.count * Resampler.up + Resampler.down - 1) / Resampler.down
        return [Int16](unsafeUninitializedCapacity: count) { output, written in
            input.withUnsafeBufferPointer { input in
                coefficients.withUnsafeBufferPointer { coefficients in
                    for index in 0..<count { output[index] = Resampler.sample(index, input, coefficients) }
                }
            }
            written = count
        }
    }

    private static func sample(_ index: Int, _ input: UnsafeBufferPointer<Int16>, _ coefficients: UnsafeBufferPointer<Int32>) -> Int16 {
        let (whole, phase) = (index * down).quotientAndRemainder(dividingBy: up)
        let first = whole - taps / 2 + 1
        var sum: Int64 = 0
        var tap = max(0, -first)
        let end = min(taps, input.count - first)
        while tap < end {
            sum += Int64(input[first + tap]) * Int64(coefficients[phase * taps + tap])
            tap += 1
        }
        return Int16(clamping: (sum + Int64(one / 2)) >> 15)
    }

    /// The modified Bessel function of the first kind, order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for k in 1...40 {
            term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
            sum += term
        }
        return sum
    }
}
