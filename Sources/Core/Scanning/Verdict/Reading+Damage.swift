import Imaging

extension Reading {
    /// The reading, not verified where damage to the picture's file may reach into the zone.
    func doubted(for damage: PictureDamage) -> Reading {
        guard damage.mayTouch(quad) else { return self }
        var reading = self
        switch status {
        case .verified: reading.status = .unverified([], [.damaged])
        case .unverified(let reasons, let doubts): reading.status = .unverified(reasons, doubts + [.damaged])
        }
        return reading
    }
}
