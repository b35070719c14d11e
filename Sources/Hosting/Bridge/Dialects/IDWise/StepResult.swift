import JSON
import MRZParsing
import Reporting

/// What came of a step, as IDWise's callers know it.
package struct StepResult {
    /// Words for callers, not IDWise's own: those are known to its service only.
    package enum Feedback: String, CaseIterable {
        case noDocument = "MRZ_NOT_FOUND"
        case notVerified = "MRZ_NOT_VERIFIED"
        case expired = "DOCUMENT_EXPIRED"
        case wrongDocument = "WRONG_DOCUMENT"
        case cancelled = "CANCELLED"
        case failed = "SCAN_FAILED"

        package var title: String {
            switch self {
            case .noDocument: "No document found"
            case .notVerified: "The document could not be verified"
            case .expired: "The document has expired"
            case .wrongDocument: "Another document is needed"
            case .cancelled: "The step was stopped"
            case .failed: "The step failed"
            }
        }
    }

    /// Nil when everything holds.
    let feedback: Feedback?
    let details: String
    let report: MRZReport?
    /// What came from the document's chip.
    var chip: ChipCapture?

    /// The result of a document.
    init(_ report: MRZReport, rejection: ScanRejection?) {
        self.report = report
        switch rejection {
        case .otherDocumentType, .otherCountry: feedback = .wrongDocument
        case .notVerified: feedback = .notVerified
        case nil: feedback = report.warnings.contains(.expired) ? .expired : nil
        }
        details = rejection?.sentence ?? (feedback == .expired ? "The date of expiry has passed." : "")
    }

    /// The result of a step without a document.
    init(_ error: BridgeError) {
        report = nil
        details = error.message
        feedback =
            switch (error.code, error.rejection) {
            case (.scanCancelled, _): .cancelled
            case (.scanFailed, .otherDocumentType?), (.scanFailed, .otherCountry?): .wrongDocument
            case (.scanFailed, .notVerified?): .notVerified
            case (.scanFailed, nil): .noDocument
            default: .failed
            }
    }

    /// A step that is being taken. Contract 003, StepStatus.
    static let inProgress: JSONValue = [
        "status": "In Progress", "hasPassedRules": .null, "isConcluded": .bool(false),
        "errorUserFeedbackCode": .null, "errorUserFeedbackTitle": .null, "errorUserFeedbackDetails": .null,
    ]

    /// A document that is there was submitted, whatever it was, and then the step is concluded: nothing more is done
    /// about it.
    ///
    /// The code and the kind of document have two names in contract 003, which describes results twice.
    ///
    /// - Parameter translated: what the person is told, in their language.
    func json(in translated: Translations) -> JSONValue {
        let code: JSONValue = feedback.map { .string($0.rawValue) } ?? .null
        return [
            "status": report == nil ? "Not Submitted" : "Submitted", "hasPassedRules": .bool(feedback == nil),
            "isConcluded": .bool(report != nil),
            "errorUserFeedbackCode": code, "failureReasonCode": code,
            "errorUserFeedbackTitle": feedback.map { .string(translated($0.title)) } ?? .null,
            "errorUserFeedbackDetails": feedback.map { _ in .string(translated(details)) } ?? .null,
            "extractedFields": report?.extractedFields ?? [:], "nfcResult": chip?.stepResult ?? .null,
            "recognition": report?.recognition ?? .null,
            "document": report.map { ["documentType": .string($0.mrz.documentCode)] } ?? .null,
        ]
    }
}

extension MRZReport {
    private func text(_ name: String) -> String? {
        fields.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Fields under IDWise's names. An MRZ says nothing of the date of issue, the authority or the face.
    fileprivate var extractedFields: JSONValue {
        let (given, family) = (mrz.secondaryIdentifier, mrz.primaryIdentifier)
        let values: [(String, String?)] = [
            ("Full Name", [given, family].filter { !$0.isEmpty }.joined(separator: " ")), ("First Name", given),
            ("Last Name", family), ("Birth Date", text("dateOfBirthISO")), ("Expiry Date", text("dateOfExpiryISO")),
            ("Document Number", text("documentNumber")), ("Issuing Country", text("issuingStateName")),
            ("Issuing Country Code", text("issuingState")),
            ("Machine Readable Zone", mrz.lines.map(\.text).joined(separator: "\n")),
            ("Machine Readable Zone Type", mrz.format.name), ("Nationality", text("nationalityName")),
            ("Nationality Code", text("nationality")),
            ("Personal Number", text("personalNumber") ?? text("optionalData2")),
            ("Sex", text("gender").flatMap { $0 == "<" ? nil : $0 }),
        ]
        return .object(
            values.compactMap { name, value in
                guard let value, !value.isEmpty else { return nil }
                return .init(name, ["value": .string(value)])
            })
    }

    /// The fields, and after them others that are not among them.
    fileprivate func extractedFields(with others: [NamedValue]) -> JSONValue {
        guard case .object(let own) = extractedFields else { return extractedFields }
        let names = Set(others.map(\.name))
        return .object(
            own.filter { !names.contains($0.key) } + others.map { .init($0.name, ["value": .string($0.value)]) })
    }

    fileprivate var recognition: JSONValue {
        [
            "document_type": .string(mrz.documentCode), "issuing_country_code": .string(mrz.issuingState),
            "issuing_country_name": text("issuingStateName").map { .string($0) } ?? .null,
        ]
    }
}

extension ChipCapture {
    /// Contract 003, NFCResult. The proof is this host's: a face without it is only a picture.
    fileprivate var stepResult: JSONValue {
        let photo: JSONValue? = face.map {
            ["mimeType": .string($0.mimeType), "data": .string(Base64.text(of: $0.bytes))]
        }
        return [
            "facePhoto": photo ?? .null, "extractedFields": document?.extractedFields(with: details) ?? [:],
            "proof": proof,
        ]
    }
}

extension BridgeError {
    /// The document that was shown and was not the answer, where a scan ended for that.
    fileprivate var rejection: ScanRejection? {
        guard let members = details.flatMap({ BridgeParameters($0) }) else { return nil }
        return ["rejection", "reason"].lazy.compactMap { members.string($0) }.compactMap { ScanRejection(rawValue: $0) }
            .first
    }
}
