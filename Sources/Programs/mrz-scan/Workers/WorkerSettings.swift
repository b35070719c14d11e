import ArgumentParser
import Commands
import ImageDecoding
import Threads

/// Where pictures are decoded and read.
enum IsolationKind: String, ExpressibleByArgument, CaseIterable {
    /// Pictures are decoded and read in this process.
    case none
    /// Pictures are decoded and read in confined processes that cannot hurt anything.
    case process
}

/// How untrusted pictures are kept from doing harm.
struct IsolationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read in confined worker processes (process), or in this one (none).",
            discussion: """
                Workers reach no file, no network and no other process where the kernel has Landlock and filters of \
                system calls, and have limits for memory, time and open files everywhere. One that crashes, hangs or \
                runs out of memory is replaced, and its picture gets an error.
                """))
    var isolation = IsolationKind.process

    @OptionGroup var limits: WorkerLimits

    func validate() throws {
        if isolation == .none, limits.isGiven {
            throw ValidationError("--page-seconds and --worker-memory are for workers: --isolation none has none.")
        }
    }

    /// How workers are; nil to read in this process.
    func workers(_ reading: ReadingOptions, redact: Bool = false, quiet: Bool) -> WorkerSettings? {
        isolation == .process ? WorkerSettings(reading, self, redact: redact, quiet: quiet) : nil
    }
}

/// What a page may cost in a worker.
struct WorkerLimits: ParsableArguments {
    @Option(help: ArgumentHelp("Seconds of processor time that a page may take in a worker.", valueName: "n"))
    var pageSeconds: Int = Self.usualPageSeconds

    @Option(help: ArgumentHelp("Address space of a worker in MiB.", valueName: "n"))
    var workerMemory: Int = Self.usualWorkerMemory

    private static let usualPageSeconds = 60
    private static let usualWorkerMemory = 3072

    /// Whether any is asked for.
    var isGiven: Bool { pageSeconds != Self.usualPageSeconds || workerMemory != Self.usualWorkerMemory }

    func validate() throws {
        guard (1...86400).contains(pageSeconds) else {
            throw ValidationError("--page-seconds must be between 1 and 86400.")
        }
        guard (512...1 << 24).contains(workerMemory) else {
            throw ValidationError("--worker-memory must be between 512 and 16777216.")
        }
    }

    /// Bytes of address space.
    var memory: Int { workerMemory << 20 }

    var pageTime: Duration { .seconds(pageSeconds) }
}

/// What all workers of a run have in common.
struct WorkerSettings: Sendable {
    /// The arguments of the program that is the worker, its name first.
    let arguments: [String]
    /// Bytes of address space.
    let memory: Int
    let pageTime: Duration
    let limits: DecodingLimits
    private let noted = Monitor(Set<String>())
    private let isQuiet: Bool

    init(_ reading: ReadingOptions, _ isolation: IsolationOptions, redact: Bool, quiet: Bool) {
        memory = isolation.limits.memory
        arguments =
            ["mrz-scan", WorkerCommand.configuration.commandName ?? "", "--memory", "\(memory)"]
            + reading.arguments + (redact ? ["--redact"] : [])
        pageTime = isolation.limits.pageTime
        limits = reading.limits
        isQuiet = quiet
    }

    /// The arguments of the program that reads a visitor's frames, its name first.
    var visitorArguments: [String] {
        [arguments[0], VisitorCommand.configuration.commandName ?? ""] + arguments.dropFirst(2)
    }

    /// The settings of processes that only decode.
    init(_ limits: WorkerLimits, quiet: Bool) {
        memory = limits.memory
        pageTime = limits.pageTime
        arguments = []
        self.limits = .isolatingHEIF
        isQuiet = quiet
    }

    /// Archives are taken apart in workers as well, one for each.
    var unpacking: Unpacking { Unpacking { WorkerUnpacking($0, self) } }

    /// Writes a message to the person at the terminal, once in a run.
    func noteOnce(_ message: String?) {
        guard !isQuiet, let message, noted.update({ $0.insert(message).inserted }) else { return }
        note(message)
    }
}
