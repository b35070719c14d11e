import Frames
import Testing

@Suite("Capture error")
struct CaptureErrorTests {
    @Test("Names the operation and the system's number where there are any")
    func description() {
        #expect(CaptureError(.busy, "In use.").description == "camera_busy: In use.")
        #expect(
            CaptureError(.lost, "Gone.", operation: "VIDIOC_DQBUF", errno: 19).description
                == "camera_lost: Gone. (VIDIOC_DQBUF, errno 19)")
    }
}
