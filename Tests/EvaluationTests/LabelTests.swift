import Evaluation
import Imaging
import Testing

@Suite struct LabelTests {
    @Test func readsEveryKey() throws {
        let text = """
            {"image": "td3/1.jpg", "page": 2, "format": "TD3", "lines": ["AB", "CD"], "corners": [[1, 2], [3, 2], [3, 4], \
            [1, 4]], "conditions": ["scan", "glare"], "level": 4, "levels": {"glare": 4}, "difficulty": "hard", \
            "readable_by_human": false, "orientation": 90, "mirrored": false}

            """
        let label = try #require(try Label.list(jsonLines: text).first)
        #expect(label.name == "td3/1.jpg#2")
        #expect(label.documents == [Label.Document(format: "TD3", lines: ["AB", "CD"], quad: .box(1, 2, 2, 2))])
        #expect(label.conditions == ["scan", "glare"])
        #expect(label.levels == ["glare": 4])
        #expect(label.level == 4)
        #expect(label.difficulty == "hard")
        #expect(!label.isReadable)
    }

    @Test func readsLabelsWithoutCornersAndConditions() throws {
        let labels = try Label.list(
            jsonLines: #"{"image": "a.png", "format": "TD1", "lines": ["A", "B", "C"]}"# + "\n"
                + #"{"image": "b.png", "format": "NONE", "lines": []}"#)
        #expect(labels.map(\.name) == ["a.png", "b.png"])
        #expect(labels.map(\.isNegative) == [false, true])
        #expect(labels[0].documents[0].quad == nil)
        #expect(labels[0].isReadable)
    }

    @Test func readsBothDocumentsOfOnePicture() throws {
        let labels = try Label.list(
            jsonLines: #"{"image": "a.png", "format": "TD1", "lines": ["A"], "documents": "#
                + #"[{"format": "TD1", "lines": ["A"]}, {"format": "TD3", "lines": ["B"]}]}"#)
        #expect(labels[0].documents.map(\.format) == ["TD1", "TD3"])
    }

    @Test func namesTheLineThatIsNoLabel() {
        #expect(throws: LabelError.malformed(line: 3)) {
            try Label.list(jsonLines: #"{"image": "a", "lines": []}"# + "\n\n{\"image\": 1}\n")
        }
        #expect(throws: LabelError.none) { try Label.list(jsonLines: "\n") }
    }

    @Test func refusesTwoLabelsOfOnePage() {
        let line = #"{"image": "a", "lines": []}"# + "\n"
        #expect(throws: LabelError.repeated(line: 2)) { try Label.list(jsonLines: line + line) }
    }

    @Test func matchesPathFormatAndCondition() {
        let label = Label.make("td3/1-glare.png", levels: ["curvature": 2])
        for text in ["glare", "TD3", "curvature", "td3/"] { #expect(label.matches(text), "\(text)") }
        for text in ["TD1", "curv", "NONE"] { #expect(!label.matches(text), "\(text)") }
    }
}
