import ArgumentParser

/// Refuses a `--port` that is none; 0 takes any that is free.
func validatePort(_ port: Int) throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
}

/// Refuses a `--clear-after` of more than a day.
func validateClearAfter(_ seconds: Int) throws {
    guard (0...86_400).contains(seconds) else { throw ValidationError("--clear-after must be between 0 and 86400.") }
}
