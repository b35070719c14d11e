#include "cmemory.h"

#include <malloc.h>

void cmemory_keep(int most_kept, int least_mapped) {
#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, most_kept);
    mallopt(M_MMAP_THRESHOLD, least_mapped);
#endif
}
