import Testing
@testable import MRZParsing
