import Testing
@testable import ImageDecoding
