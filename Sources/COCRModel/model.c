#include "cocrmodel.h"

static const unsigned char ocrb[] = {
#embed "../../models/ocrb.traineddata"
};

const char *cocrmodel_ocrb(void) { return (const char *)ocrb; }

size_t cocrmodel_ocrb_size(void) { return sizeof ocrb; }
