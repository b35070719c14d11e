#ifndef COCRMODEL_H
#define COCRMODEL_H

#include <stddef.h>

/// The recognition model `models/ocrb.traineddata`, linked into the binary so that it needs no file at run time.
extern const unsigned char cocrmodel_ocrb[];
extern const size_t cocrmodel_ocrb_size;

#endif
