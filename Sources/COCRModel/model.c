#include "cocrmodel.h"

static const unsigned char ocrb[] = {
#embed "../../models/ocrb.traineddata"
};

static const unsigned char witness[] = {
#embed "../../models/witness.traineddata"
};

const char *cocrmodel_ocrb(void) { return (const char *)ocrb; }

size_t cocrmodel_ocrb_size(void) { return sizeof ocrb; }

const char *cocrmodel_witness(void) { return (const char *)witness; }

size_t cocrmodel_witness_size(void) { return sizeof witness; }
