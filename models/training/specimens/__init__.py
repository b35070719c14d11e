"""Specimen documents of invented people: drawn flat, then photographed by a simulated camera.

`mrz` builds the lines, `people` invents the holders, `document` draws a page, `photograph` takes its picture,
`negatives` draws pictures without an MRZ. `make_samples` writes the labelled `Samples/` folder, `stress` a set of
any size for measuring, `check` verifies labels against pictures.
"""
