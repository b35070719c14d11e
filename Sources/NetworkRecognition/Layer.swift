/// One step of a network.
protocol Layer {
    /// What becomes of `input`.
    func output(of input: Activations) -> Activations
}
