#include "cocrmodel.h"

static const unsigned char ocrb[] = {
#embed "../../../models/ocrb.traineddata"
};

static const unsigned char witness[] = {
#embed "../../../models/witness.traineddata"
};

static const unsigned char verifier[] = {
#embed "../../../models/verifier.bin"
};

const unsigned char *cocrmodel_ocrb(void) { return ocrb; }

size_t cocrmodel_ocrb_size(void) { return sizeof ocrb; }

const unsigned char *cocrmodel_witness(void) { return witness; }

size_t cocrmodel_witness_size(void) { return sizeof witness; }

const unsigned char *cocrmodel_verifier(void) { return verifier; }

size_t cocrmodel_verifier_size(void) { return sizeof verifier; }
