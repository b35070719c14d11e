extension UInt8 {
    /// The byte of a DES key that holds these seven bits: the lowest bit makes the number of ones odd.
    package var withOddParity: UInt8 {
        let key = self & 0xFE
        return key.nonzeroBitCount.isMultiple(of: 2) ? key | 1 : key
    }
}
