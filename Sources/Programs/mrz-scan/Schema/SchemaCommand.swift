import ArgumentParser
import Commands
import JSON

/// `mrz-scan schema`: the shape of what the program writes.
struct SchemaCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of results, progress and errors.",
        discussion: """
            JSON Schema 2020-12. Without a name it fits any object that one of the names stands for; what chip, \
            readers, devices, formats, bridge and --events write has none. The HTTP interface is described by \
            /openapi.json of a running server, or by --openapi.
            """)

    @Argument(help: "result, progress, liveResult, error, answer (of pipe) or report.")
    var name: ResultSchema.Name?

    @Flag(help: "Print the OpenAPI 3.1 description of the HTTP interface of serve instead.")
    var openapi = false

    func validate() throws {
        if openapi, name != nil { throw ValidationError("--openapi describes all of the HTTP interface.") }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        try output.write((openapi ? OpenAPIDocument.json : ResultSchema.document(of: name)).text + "\n")
        return .verified
    }
}

extension ResultSchema.Name: ExpressibleByArgument {}
