public import Imaging
public import Scanning

extension ZoneQuality {
    /// What the person can do about the worst that is wrong; nil when nothing is.
    ///
    /// - Parameters:
    ///   - quad: the zone in the frame.
    ///   - size: of the frame.
    ///   - demands: what is good enough.
    public func hint(for quad: Quad, in size: PixelSize, demands: Demands = Demands()) -> ScanHint? {
        faults(of: quad, in: size, demands: demands).first.map { fault in
            switch fault {
            case .cutOff: .showWholeZone
            case .tooLarge: .moveAway
            case .tooSmall: .moveCloser
            case .tooDark: .moreLight
            case .glare: .lessGlare
            case .blurred: .holdStill
            }
        }
    }
}
