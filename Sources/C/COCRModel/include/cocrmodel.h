#ifndef COCRMODEL_H
#define COCRMODEL_H

#include <stddef.h>

/// The recognition model `models/ocrb.traineddata`, linked into the binary so that it needs no file at run time.
const unsigned char *cocrmodel_ocrb(void);

/// Its size in bytes.
size_t cocrmodel_ocrb_size(void);

/// The model of the second reader, `models/second-reader.traineddata`: another network, trained on the same strips.
const unsigned char *cocrmodel_second_reader(void);

/// Its size in bytes.
size_t cocrmodel_second_reader_size(void);

/// The model for print that is no OCR-B, `models/typefaces.traineddata`.
const unsigned char *cocrmodel_typefaces(void);

/// Its size in bytes.
size_t cocrmodel_typefaces_size(void);

/// The network that holds single cells against their characters, `models/verifier.bin`; `models/training/verifier.py`
/// says what its bytes are.
const unsigned char *cocrmodel_verifier(void);

/// Its size in bytes.
size_t cocrmodel_verifier_size(void);

#endif
