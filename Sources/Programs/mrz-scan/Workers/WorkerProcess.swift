import Commands
import ImageDecoding
import Isolation
import Recognition

/// A confined process of this program that works for it: started, waited for, and given up when it takes too long.
///
/// It belongs to the thread that starts it: the kernel ends the process with that thread.
final class WorkerProcess {
    /// It may take that many times its processor time, by the clock on the wall.
    private static let wallTimes = 5
    /// One that uses no processor time for so long is stuck, or was stopped.
    private static let stillness = Duration.seconds(20)
    /// How long one may take until it is ready: a model is loaded.
    private static let startTime = Duration.seconds(120)

    private let process: IsolatedProcess
    private let time: Duration

    /// Starts a worker, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - arguments: those of the program, its name first.
    ///   - settings: are told what the kernel does not have.
    ///   - descriptor: is open in the worker as well, as `IsolatedProcess.handedDescriptor`; nil for nothing.
    ///   - time: the processor time that each answer may take.
    /// - Throws: `WorkerFailure`.
    init(
        _ arguments: [String], _ settings: WorkerSettings, handing descriptor: Int32? = nil, time: Duration
    ) throws(WorkerFailure) {
        self.time = time
        do throws(SandboxError) {
            process = try IsolatedProcess(DecodingLimits.ownProgram, arguments, handing: descriptor)
        } catch {
            throw .notStarted(error)
        }
        guard
            case .bytes(let bytes) = process.channel.receive(
                maxBytes: ReadyMessage.maxBytes, until: .now + Self.startTime),
            let message = ReadyMessage(bytes)
        else { throw .notReady }
        switch message {
        case .ready(let sandbox): settings.noteOnce(sandbox.shortcoming)
        case .failed(let error): throw .unable(error)
        }
    }

    /// Sends it messages.
    ///
    /// - Throws: `WorkerFailure` when it has ended.
    func ask(_ messages: [[UInt8]]) throws(WorkerFailure) {
        process.limitProcessorTime(time)
        guard messages.allSatisfy(process.channel.send) else { throw ended }
    }

    /// Waits for its next message.
    ///
    /// - Parameter maxBytes: longer messages are none.
    /// - Throws: `WorkerFailure` when it ends first, or takes too long.
    func answer(maxBytes: Int) throws(WorkerFailure) -> [UInt8] {
        process.limitProcessorTime(time)
        switch process.receive(maxBytes: maxBytes, until: .now + time * Self.wallTimes, stillness: Self.stillness) {
        case .bytes(let bytes): return bytes
        case .timedOut: throw .ended(.processorTime)
        case .ended: throw ended
        }
    }

    private var ended: WorkerFailure { .ended(process.end(timeout: .seconds(5))) }
}

/// A worker that stays for one task after another, and is replaced after it crashed, hung or ran out of memory.
///
/// It belongs to the thread that asks first.
final class StandingWorker {
    private let arguments: [String]
    private let settings: WorkerSettings
    private var process: WorkerProcess?

    init(_ arguments: [String], _ settings: WorkerSettings) {
        self.arguments = arguments
        self.settings = settings
    }

    /// Gives a task to the worker that there is, or to a new one: where the last one ended while it had nothing to do,
    /// this task has not done it.
    ///
    /// - Throws: `WorkerFailure`.
    func ask(_ messages: [UInt8]...) throws(WorkerFailure) {
        if let process {
            do throws(WorkerFailure) {
                return try process.ask(messages)
            } catch {
                self.process = nil
            }
        }
        let started = try WorkerProcess(arguments, settings, time: settings.pageTime)
        try started.ask(messages)
        process = started
    }

    /// Waits for its next message.
    ///
    /// - Throws: `WorkerFailure`; the worker is done with.
    func answer(maxBytes: Int) throws(WorkerFailure) -> [UInt8] {
        guard let process else { throw .brokeOff }
        do throws(WorkerFailure) {
            return try process.answer(maxBytes: maxBytes)
        } catch {
            self.process = nil
            throw error
        }
    }

    /// Ends it: a file may have taken it over.
    func end() { process = nil }
}

/// Why a worker did not do what it was to do.
enum WorkerFailure: Error {
    case notStarted(SandboxError)
    /// It ended at its start, or said something else than that it is ready.
    case notReady
    /// It has nothing to read with.
    case unable(RecognitionError)
    case ended(IsolatedProcess.End)

    /// It said what is no answer.
    static let brokeOff = Self.ended(.exited(0))

    /// What a worker was at.
    enum Task: String {
        case page
        case archive

        fileprivate var verb: String { self == .page ? "read" : "unpacked" }
    }

    /// The code of results.
    var code: String {
        switch self {
        case .notStarted, .notReady: RecognitionError.Code.engineFailed.rawValue
        case .unable(let error): error.code.rawValue
        case .ended(.exited), .ended(.signal): "worker_crashed"
        case .ended(.processorTime): "worker_timed_out"
        case .ended(.memory): "worker_out_of_memory"
        }
    }

    /// A sentence for people.
    func message(of task: Task) -> String {
        switch self {
        case .notStarted(let error): "No worker could be started: \(error)"
        case .notReady: "The worker did not get ready."
        case .unable(let error): error.message
        case .ended(.signal(let number)):
            "The worker that \(task.verb) this \(task.rawValue) was ended by signal \(number)."
        case .ended(.exited): "The worker that \(task.verb) this \(task.rawValue) broke off."
        case .ended(.processorTime): "This \(task.rawValue) took longer than it may."
        case .ended(.memory): "This \(task.rawValue) took more memory than a worker may have (--worker-memory)."
        }
    }
}

extension RecognitionError {
    /// What it is to who wants to read.
    init(_ failure: WorkerFailure) {
        if case .unable(let error) = failure {
            self = error
        } else {
            self.init(.init(rawValue: failure.code), failure.message(of: .page))
        }
    }
}
