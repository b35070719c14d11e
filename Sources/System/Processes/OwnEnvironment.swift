import CProcess
import Glibc

/// The variables that this process was started with. They are taken while no other thread asks for any.
package enum OwnEnvironment {
    /// The value of a variable, nil where there is none. It is gone then: from here, from /proc, and from what is started
    /// later.
    package static func take(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }) else { return nil }
        cprocess_forget_variable(name)
        return value
    }

    /// Takes all of them away.
    package static func forget() { cprocess_forget_environment() }
}
