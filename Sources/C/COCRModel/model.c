#include "cocrmodel.h"

static const unsigned char ocrb[] = {
#embed "../../../models/ocrb.traineddata"
};

static const unsigned char second_reader[] = {
#embed "../../../models/second-reader.traineddata"
};

static const unsigned char typefaces[] = {
#embed "../../../models/typefaces.traineddata"
};

static const unsigned char verifier[] = {
#embed "../../../models/verifier.bin"
};

const unsigned char *cocrmodel_ocrb(void) { return ocrb; }

size_t cocrmodel_ocrb_size(void) { return sizeof ocrb; }

const unsigned char *cocrmodel_second_reader(void) { return second_reader; }

size_t cocrmodel_second_reader_size(void) { return sizeof second_reader; }

const unsigned char *cocrmodel_typefaces(void) { return typefaces; }

size_t cocrmodel_typefaces_size(void) { return sizeof typefaces; }

const unsigned char *cocrmodel_verifier(void) { return verifier; }

size_t cocrmodel_verifier_size(void) { return sizeof verifier; }
