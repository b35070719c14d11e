#ifndef COCRMODEL_H
#define COCRMODEL_H

#include <stddef.h>

/// The recognition model `models/ocrb.traineddata`, linked into the binary so that it needs no file at run time.
const char *cocrmodel_ocrb(void);

/// Its size in bytes.
size_t cocrmodel_ocrb_size(void);

#endif
