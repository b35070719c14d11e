// Readers for chips by PC/SC, whose library is opened when it is first needed: the program is built and starts without it.
//
// Results are codes of winscard, cut to 32 bits; 0 is success. PC/SC Workgroup, part 5; pcsc-lite's winscard.h.
#ifndef CPCSC_H
#define CPCSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Also when there is no such library.
#define CPCSC_NO_SERVICE 0x8010001Du
#define CPCSC_SERVICE_STOPPED 0x8010001Eu
#define CPCSC_NO_READERS 0x8010002Eu
#define CPCSC_UNKNOWN_READER 0x80100009u
#define CPCSC_READER_UNAVAILABLE 0x80100017u
#define CPCSC_INSUFFICIENT_BUFFER 0x80100008u
#define CPCSC_TIMEOUT 0x8010000Au
#define CPCSC_SHARING_VIOLATION 0x8010000Bu
#define CPCSC_NO_CARD 0x8010000Cu
#define CPCSC_REMOVED 0x80100069u
#define CPCSC_RESET 0x80100068u
#define CPCSC_UNPOWERED 0x80100067u
#define CPCSC_UNRESPONSIVE 0x80100066u

/// States of a reader.
#define CPCSC_STATE_UNAWARE 0x0000u
#define CPCSC_STATE_EMPTY 0x0010u
#define CPCSC_STATE_PRESENT 0x0020u
#define CPCSC_STATE_EXCLUSIVE 0x0080u
#define CPCSC_STATE_MUTE 0x0200u

#define CPCSC_MAX_ATR 33

uint32_t cpcsc_establish(intptr_t *context);
void cpcsc_release(intptr_t context);

/// The names of the readers, each with a zero after it and one more at the end; with NULL, the room that they take.
uint32_t cpcsc_readers(intptr_t context, char *names, size_t *size);

/// Waits until a reader's state is not `known`, or so many milliseconds have passed, and gives state and ATR.
///
/// atr: room for CPCSC_MAX_ATR bytes.
uint32_t cpcsc_wait(intptr_t context, const char *reader, uint32_t known, uint32_t milliseconds, uint32_t *state,
                    uint8_t *atr, size_t *atr_length);

/// Takes the card in a reader for this program alone.
uint32_t cpcsc_connect(intptr_t context, const char *reader, intptr_t *card, uint32_t *protocol);
/// Powers the card down and up.
uint32_t cpcsc_reset(intptr_t card, uint32_t *protocol);
/// Gives the card back and powers it down.
void cpcsc_disconnect(intptr_t card);

/// Sends a command APDU.
///
/// size: the room for the answer; then its length.
uint32_t cpcsc_transmit(intptr_t card, uint32_t protocol, const uint8_t *command, size_t length, uint8_t *answer,
                        size_t *size);

/// The longest APDU that a reader takes, which its driver may tell: 0 where it takes short ones only. False when it does
/// not tell. PC/SC part 10, 2.6.14.
bool cpcsc_longest_apdu(intptr_t card, uint32_t *longest);

#endif
