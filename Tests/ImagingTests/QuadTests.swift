import Imaging
import Testing

@Suite struct QuadTests {
    /// 4 wide, 2 high, its top left corner at (10, 20).
    private let upright = Quad(
        topLeft: Point(x: 10, y: 20), topRight: Point(x: 14, y: 20), bottomRight: Point(x: 14, y: 22),
        bottomLeft: Point(x: 10, y: 22))

    @Test func cornersGoRoundFromTheTopLeft() {
        #expect(upright.corners == [upright.topLeft, upright.topRight, upright.bottomRight, upright.bottomLeft])
    }

    @Test func centerIsTheMeanOfTheCorners() {
        #expect(upright.center == Point(x: 12, y: 21))
    }

    @Test func containsWhatLiesInside() {
        #expect(upright.contains(Point(x: 12, y: 21)))
        #expect(upright.contains(Point(x: 10.01, y: 21.99)))
        #expect(!upright.contains(Point(x: 9.9, y: 21)))
        #expect(!upright.contains(Point(x: 12, y: 22.1)))
    }

    @Test func containsTheSameWhenItGoesRoundTheOtherWay() {
        let mirrored = Quad(
            topLeft: upright.topRight, topRight: upright.topLeft, bottomRight: upright.bottomLeft,
            bottomLeft: upright.bottomRight)
        #expect(mirrored.contains(Point(x: 12, y: 21)))
        #expect(!mirrored.contains(Point(x: 15, y: 21)))
    }

    @Test func scalesAboutTheCornerOfThePicture() {
        // Pixel 0 of a picture becomes pixels 0 and 1 of one twice as large: its centre lies at 0.5.
        let point = Point(x: 0, y: 0)
        let dot = Quad(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        #expect(dot.scaled(by: 2).center == Point(x: 0.5, y: 0.5))
        #expect(upright.scaled(by: 3).scaled(by: 1.0 / 3).center == upright.center)
    }

    /// Corners of the same text turned clockwise by quarters, its first corner first.
    @Test(arguments: [0, 1, 2, 3])
    func rotationCountsClockwise(_ quarters: Int) {
        let c = upright.corners
        let turned = Quad(
            topLeft: c[quarters], topRight: c[(quarters + 1) % 4], bottomRight: c[(quarters + 2) % 4],
            bottomLeft: c[(quarters + 3) % 4])
        #expect(abs(turned.rotation - 90 * Double(quarters)) < 1e-9)
    }

    @Test func aSlightTurnToTheLeftIsCloseToAFullTurn() {
        var quad = upright
        quad.topRight.y -= 0.1
        quad.bottomRight.y -= 0.1
        #expect(quad.rotation > 355 && quad.rotation < 360)
    }
}

@Suite struct PointTests {
    @Test func calculates() {
        let a = Point(x: 3, y: 4)
        let b = Point(x: -1, y: 2)
        #expect(a + b == Point(x: 2, y: 6))
        #expect(a - b == Point(x: 4, y: 2))
        #expect(a * 2 == Point(x: 6, y: 8))
        #expect(a.dot(b) == 5)
        #expect(a.cross(b) == 10)
        #expect(a.length == 5)
    }

    @Test func clockwiseOnTheScreenIsPositive() {
        // y grows downwards: from right to down is clockwise.
        #expect(Point(x: 1, y: 0).cross(Point(x: 0, y: 1)) > 0)
    }
}
