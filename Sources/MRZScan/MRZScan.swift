// One import for whoever reads MRZs: the readers of this module, and the modules whose types they take and give.
@_exported public import Errors
@_exported public import Frames
@_exported public import ImageDecoding
@_exported public import Imaging
@_exported public import JSON
@_exported public import LiveScanning
@_exported public import MRZParsing
@_exported public import OCRModels
@_exported public import Playback
@_exported public import Recognition
@_exported public import Reporting
@_exported public import Scanning
@_exported public import V4L2Capture
