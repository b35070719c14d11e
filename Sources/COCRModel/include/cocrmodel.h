#ifndef COCRMODEL_H
#define COCRMODEL_H

#include <stddef.h>

/// The recognition model `models/ocrb.traineddata`, linked into the binary so that it needs no file at run time.
const unsigned char *cocrmodel_ocrb(void);

/// Its size in bytes.
size_t cocrmodel_ocrb_size(void);

/// The model of the witness, `models/witness.traineddata`: another network, trained on the same strips.
const unsigned char *cocrmodel_witness(void);

/// Its size in bytes.
size_t cocrmodel_witness_size(void);

#endif
