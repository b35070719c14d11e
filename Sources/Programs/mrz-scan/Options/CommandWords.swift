import ArgumentParser
import Glibc

/// The words of the command line, as the parser is given them.
struct CommandWords {
    let arguments: [String]

    /// - Throws: `ValidationError` for a mistyped command: to the parser it is a path, for the name of `scan` may be
    ///   left out; and for an MRZ that is none of an option's, which the parser would repeat in what it says.
    init(_ arguments: [String]) throws {
        for (word, before) in zip(arguments, [""] + arguments) where before != "--mrz" && Self.isLikeMRZ(word) {
            throw ValidationError(
                "A word of the command line looks like an MRZ. 'parse' takes a file or standard input, and 'chip --mrz' "
                    + "all lines in one word.")
        }
        // The parser takes `-photo.jpg` for letters of options of which one asks for help, and reads nothing.
        for word in arguments.prefix(while: { $0 != "--" }) where Self.isLikeFile(word) {
            throw ValidationError("Unknown option '\(word)'. A file of that name is ./\(word)")
        }
        guard let first = arguments.first else {
            self.arguments = arguments
            return
        }
        // What many programs call their version; the parser has the long name only.
        if arguments == ["-V"] {
            self.arguments = ["--version"]
        } else if first.hasPrefix("-"), first != "-", !Self.rootOptions.contains(String(first.prefix { $0 != "=" })) {
            // Without the name of its command the parser does not say which option it does not know.
            self.arguments = ["scan"] + arguments
        } else {
            self.arguments = arguments
        }
        let word = first == "help" && arguments.count > 1 ? arguments[1] : first
        if Self.measuring.contains(word), access(word, F_OK) != 0 {
            throw ValidationError(
                "There is no command and no file '\(word)'. What measures is a program of its own: mrz-bench, built by "
                    + "`make mrz-bench`.")
        }
        if let command = Self.command(meantBy: word), command != word {
            throw ValidationError(
                "There is no command and no file '\(word)'. Did you mean '\(command)'? A file of that name is ./\(word)"
            )
        }
        if first == "help", !word.hasPrefix("-"), !Self.all.contains(word) {
            throw ValidationError("There is no command '\(word)'.")
        }
    }

    /// Whether a word looks like lines of an MRZ, and no file has that name.
    private static func isLikeMRZ(_ word: String) -> Bool {
        guard word.utf8.contains(0x3C) else { return false }
        let characters = word.uppercased().utf8.filter { $0 > 0x20 && $0 != 0x2C }
        return characters.count >= minMRZ
            && characters.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x3C }
            && access(word, F_OK) != 0
    }

    /// Whether a word begins with one dash and is no row of short options: `-qh` is one.
    private static func isLikeFile(_ word: String) -> Bool {
        word.utf8.count > 2 && word.hasPrefix("-") && !word.hasPrefix("--")
            && !word.dropFirst().allSatisfy("0hqV".contains)
            && word.dropFirst().first?.isLetter == true
    }

    /// The shortest line of an MRZ has so many characters.
    private static let minMRZ = 30

    /// Commands of `mrz-bench`, which people may look for here.
    private static let measuring: Set = ["bench", "strips", "glyphs", "evidence"]

    /// Options that belong to no command.
    private static let rootOptions: Set = [
        "--version", "--help", "-h", "--help-hidden", "--generate-completion-script", "--experimental-dump-help",
    ]

    /// The command that `word` names or that somebody may have meant who gave it; nil where it may well be a path.
    private static func command(meantBy word: String) -> String? {
        // Names of commands are short words without a dot, and a file that is there is meant.
        guard (3...12).contains(word.utf8.count), word.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }),
            access(word, F_OK) != 0
        else { return nil }
        let likely = names.map { ($0, distance(Array(word.lowercased().utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
        guard let (name, distance) = likely, distance <= (name.utf8.count < 6 ? 1 : 2), word != name + "s" else {
            // A folder of scans or of batches is likelier than such a slip.
            return nil
        }
        return name
    }

    /// The names of the commands that the help lists.
    private static var names: [String] {
        MRZScan.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName } + ["help"]
    }

    /// The names of all commands.
    private static var all: [String] {
        MRZScan.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    /// How many letters have to be changed, left out, put in or swapped with the next: optimal string alignment.
    private static func distance(_ word: [UInt8], _ name: [UInt8]) -> Int {
        var rows = [Array(0...name.count)]
        for i in 1...word.count {
            var row = [i]
            for j in 1...name.count {
                var distance = min(
                    rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (word[i - 1] == name[j - 1] ? 0 : 1))
                if i > 1, j > 1, word[i - 1] == name[j - 2], word[i - 2] == name[j - 1] {
                    distance = min(distance, rows[i - 2][j - 2] + 1)
                }
                row.append(distance)
            }
            rows.append(row)
        }
        return rows[word.count][name.count]
    }
}
