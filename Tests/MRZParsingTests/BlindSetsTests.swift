import MRZParsing
import Testing

/// Sets of look-alikes that every check digit admits together.
@Suite struct BlindSetsTests {
    private static let format = MRZFormat.td3

    /// A passport whose number is `number`, with the check digits that this number has.
    private func passport(_ number: String) throws -> MRZ {
        try MRZ(
            printing: [
                .documentCode: "P", .issuingState: "UTO", .primaryIdentifier: "ERIKSSON", .secondaryIdentifier: "ANNA",
                .documentNumber: number, .nationality: "UTO", .dateOfBirth: "740812", .sex: "F",
                .dateOfExpiry: "320415",
            ], in: Self.format)
    }

    private func substitution(_ mrz: MRZ, _ column: Int, by twin: Character) throws -> Substitution {
        let place = MRZPosition(line: 1, column: column)
        return Substitution(at: place, of: mrz.character(at: place), by: try #require(MRZCharacter(twin)))
    }

    /// The two O stand at the weights 7 and 3: both changes together leave every sum as it is.
    @Test func twoLettersOAtSevenAndThreeAreOneSet() throws {
        let mrz = try passport("JLI326OO2")
        let changes = [try substitution(mrz, 6, by: "0"), try substitution(mrz, 7, by: "0")]
        #expect(mrz.blindSets(among: changes).map(Set.init) == [Set(changes)])
        #expect(mrz.blindPairs.contains { Set($0) == Set(changes) })
        // What the sets claim, computed: the same number with zeros has the same check digits.
        let other = try passport("JLI326002")
        #expect(mrz.lines[1].text.dropFirst(9) == other.lines[1].text.dropFirst(9))
    }

    @Test func oneOfThemAloneIsNoticed() throws {
        let mrz = try passport("JLI326OO2")
        #expect(mrz.blindSets(among: [try substitution(mrz, 6, by: "0")]).isEmpty)
    }

    /// At the weights 7 and 1 no two equal changes cancel.
    @Test func atSevenAndOneTheyAreNoticed() throws {
        let mrz = try passport("O3O262742")
        #expect(mrz.blindSets(among: [try substitution(mrz, 0, by: "0"), try substitution(mrz, 2, by: "0")]).isEmpty)
    }

    /// `G` and `6` are the same to every digit, and make no larger set of their own.
    @Test func whatIsBlindAloneIsASetOfOne() throws {
        let mrz = try passport("G23456789")
        let single = try substitution(mrz, 0, by: "6")
        #expect(mrz.blindSets(among: [single]) == [[single]])
    }

    /// Every set that is named keeps every check digit; every pair and triple that is not, breaks one.
    @Test(arguments: ["I1O0S5Z2B", "8BDQ0OU01", "52SZ8B1IO"])
    func setsAreThoseThatKeepTheDigits(_ number: String) throws {
        let mrz = try passport(number)
        var changes: [Substitution] = []
        for column in 0..<9 {
            let place = MRZPosition(line: 1, column: column)
            changes += LookAlikes.of(mrz.character(at: place)).intersection(.alphanumeric).map {
                Substitution(at: place, of: mrz.character(at: place), by: $0)
            }
        }
        func keeps(_ set: [Substitution]) throws -> Bool {
            var lines = mrz.lines.map(\.characters)
            for change in set { lines[change.position.line][change.position.column] = change.twin }
            return try MRZ(lines.map { MRZLine($0) }, format: Self.format).allChecksHold
        }
        let sets = mrz.blindSets(among: changes)
        #expect(!sets.isEmpty)
        for set in sets { #expect(try keeps(set)) }
        let named = Set(sets.filter { $0.count == 2 }.map(Set.init))
        let single = Set(sets.filter { $0.count == 1 }.flatMap { $0 })
        for (i, first) in changes.enumerated() {
            for second in changes[(i + 1)...] where first.position != second.position {
                guard !single.contains(first), !single.contains(second) else { continue }
                #expect(try keeps([first, second]) == named.contains([first, second]))
            }
        }
    }

    @Test func aSubstitutionDescribesItselfWithoutItsCharacters() throws {
        let mrz = try passport("JLI326OO2")
        var text = "\(try substitution(mrz, 6, by: "0"))"
        dump(try substitution(mrz, 6, by: "0"), to: &text)
        #expect(!text.contains("\"O\""))
    }
}
