import MRZParsing

/// How much two readings of the same places have in common. Places that are fillers in both say nothing of it.
struct Likeness {
    /// Places that count.
    let places: Int
    /// Those of them where both read the same.
    let equal: Int

    init(of characters: [MRZCharacter], to others: [MRZCharacter]) {
        let pairs = zip(characters, others).filter { !$0.isFiller || !$1.isFiller }
        places = pairs.count
        equal = pairs.count { $0 == $1 }
    }
}
