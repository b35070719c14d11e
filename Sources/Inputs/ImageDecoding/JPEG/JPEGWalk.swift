import CJPEG
import Imaging
import Synchronization

/// What a strict walk through the compressed data of a JPEG file shows.
///
/// libjpeg decodes what it is given: of files in which some bytes were changed, so that it is seen, it warns of three
/// in four. The walk tells nearly all: codes and values that no encoder writes, and data that are left over or run out.
enum JPEGWalk: Equatable {
    case sound
    /// The file ends before its picture does, and is sound so far.
    ///
    /// - Parameter row: the first that is missing, as stored; the height where only the end mark is missing.
    case cut(row: Int)
    case damaged

    /// - Parameters:
    ///   - bytes: one file; what follows its end is not looked at.
    ///   - forgivesRest: whether it may hold more data than its picture needs, as frames of cameras do.
    init(_ bytes: UnsafeRawBufferPointer, forgivesRest: Bool) {
        var row: UInt32 = 0
        switch cjpeg_walk(bytes.baseAddress, bytes.count, forgivesRest, &row) {
        case CJPEG_SOUND: self = .sound
        case CJPEG_CUT: self = .cut(row: Int(row))
        default: self = .damaged
        }
    }

    /// The walk through one file, which takes a third of its decoding and is the same for every picture of it.
    final class Memory: Sendable {
        private let walk = Mutex<JPEGWalk?>(nil)

        /// - Parameter bytes: of that file.
        func walk(through bytes: UnsafeRawBufferPointer) -> JPEGWalk {
            walk.withLock { known in
                let walk = known ?? JPEGWalk(bytes, forgivesRest: false)
                known = walk
                return walk
            }
        }
    }

    /// Where the page's picture is damaged.
    ///
    /// - Parameter reduction: stored pixels for one of the picture.
    func damage(of page: PageHeader, reduction: Int) -> PictureDamage {
        switch self {
        case .sound: return .none
        case .damaged: return .somewhere
        case .cut(let row):
            let (width, height) = (page.width.parts(of: reduction), page.height.parts(of: reduction))
            let first = min(row / reduction, height)
            // A file that lacks nothing but its end has lost no row.
            let lost = row >= page.height ? 0 : height - first
            let (_, _, rowStep) = page.orientation.placement(width: width, height: height)
            let rows = rowStep > 0 ? (height - lost)..<height : 0..<lost
            return page.orientation.swapsSides
                ? .within(columns: rows, rows: 0..<width) : .within(columns: 0..<width, rows: rows)
        }
    }
}

extension Int {
    /// How many parts of that size are begun.
    fileprivate func parts(of size: Int) -> Int { (self + size - 1) / size }
}
