/// What processes of this program tell each other with the status that they end with.
package enum EndStatus {
    /// A confined process ran out of memory.
    package static let exhausted: Int32 = 71
}
