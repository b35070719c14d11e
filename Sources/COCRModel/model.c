#include "cocrmodel.h"

const unsigned char cocrmodel_ocrb[] = {
#embed "../../models/ocrb.traineddata"
};
const size_t cocrmodel_ocrb_size = sizeof cocrmodel_ocrb;
