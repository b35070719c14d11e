import Imaging
public import JSON
import LiveScanning

extension ScanUpdate {
    /// What pages are told, whatever dialect they speak.
    public var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("stateIndex", .integer(progress.rawValue)), .init("name", .string(progress.name)),
            .init("hint", .string(hintCode)), .init("message", .string(sentence)),
        ]
        if let outline {
            let corners = outline.corners.map { JSONValue.array([.number($0.x, places: 4), .number($0.y, places: 4)]) }
            members.append(.init("outline", .array(corners)))
        }
        return members
    }
}
