/// One step of a network.
package protocol Layer {
    /// What becomes of `input`.
    func output(of input: Activations) -> Activations
}
