extension UInt8 {
    /// As a byte of a DES key: it holds seven bits; the lowest makes their number odd.
    package var withOddParity: UInt8 {
        let key = self & 0xFE
        return key.nonzeroBitCount.isMultiple(of: 2) ? key | 1 : key
    }
}
