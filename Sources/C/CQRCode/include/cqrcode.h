// libqrencode, opened when the first code is drawn: a server that draws none needs no library for it.
#ifndef CQRCODE_H
#define CQRCODE_H

#include <stddef.h>
#include <stdint.h>

/// The largest code of the standard has so many modules a side. ISO/IEC 18004, version 40.
#define CQRCODE_MAX_SIDE 177

/// Draws a text as a QR code with error correction M.
///
/// `modules` has room for CQRCODE_MAX_SIDE squared; row by row, 1 is dark. Returns the modules of a side without a quiet
/// zone; 0 when the text is too long, and -1 when the library is not there.
int cqrcode_draw(const char *text, uint8_t *modules);

#endif
