import Imaging
import Testing

@Suite struct PictureDamageTests {
    /// A zone from (100, 200) to (400, 240).
    private let zone = Quad(
        topLeft: Point(x: 100, y: 200), topRight: Point(x: 400, y: 200), bottomRight: Point(x: 400, y: 240),
        bottomLeft: Point(x: 100, y: 240))

    @Test func noneTouchesNothingAndSomewhereEverything() {
        #expect(!PictureDamage.none.mayTouch(zone))
        #expect(PictureDamage.somewhere.mayTouch(zone))
    }

    @Test(arguments: [(0, true), (255, true), (256, false), (300, false)])
    func rowsFromThereOn(_ row: Int, _ touches: Bool) {
        #expect(PictureDamage.within(columns: 0..<640, rows: row..<480).mayTouch(zone) == touches)
    }

    @Test func columnsUpToThere() {
        #expect(PictureDamage.within(columns: 0..<85, rows: 0..<480).mayTouch(zone))
        #expect(!PictureDamage.within(columns: 0..<84, rows: 0..<480).mayTouch(zone))
    }

    @Test func nothingMissingTouchesNothing() {
        #expect(!PictureDamage.within(columns: 0..<640, rows: 480..<480).mayTouch(zone))
        #expect(!PictureDamage.within(columns: 0..<640, rows: 220..<220).mayTouch(zone))
    }

    @Test func aPictureIsSoundUnlessItIsSaid() {
        let picture = Picture(gray: GrayImage(width: 1, height: 1, pixels: [0]), reduction: 2)
        #expect(picture.damage == .none)
        let damaged = picture.with(.somewhere)
        #expect(damaged.damage == .somewhere && damaged.reduction == 2)
    }
}
