#ifndef CMEMORY_H
#define CMEMORY_H

/// Tells malloc(3) of how many bytes that were freed it may keep at its end before it gives them back to the kernel, and
/// from which size on a piece is mapped on its own and given back at once: M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of
/// mallopt(3), which the Glibc module does not have. Other C libraries decide for themselves.
void cmemory_keep(int most_kept, int least_mapped);

#endif
