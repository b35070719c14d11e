#include "cpcsc.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// What pcsc-lite's winscard.h declares on Linux, where its words are as long as a long. Declared here, no header is needed
// to build.
struct request {
    unsigned long protocol, size;
};

struct reader_state {
    const char *reader;
    void *user_data;
    unsigned long current, event, atr_length;
    unsigned char atr[CPCSC_MAX_ATR];
};

enum {
    scope_system = 2,
    share_exclusive = 1,
    either_protocol = 3,
    unpower_card = 2,
    get_feature_request = 0x42000000 + 3400,
    feature_tlv_properties = 0x12,
    property_max_apdu = 0x0A,
};

static struct {
    long (*establish)(unsigned long, const void *, const void *, long *);
    long (*release)(long);
    long (*readers)(long, const char *, char *, unsigned long *);
    long (*status_change)(long, unsigned long, struct reader_state *, unsigned long);
    long (*connect)(long, const char *, unsigned long, unsigned long, long *, unsigned long *);
    long (*reconnect)(long, unsigned long, unsigned long, unsigned long, unsigned long *);
    long (*disconnect)(long, unsigned long);
    long (*transmit)(long, const struct request *, const unsigned char *, unsigned long, struct request *,
                     unsigned char *, unsigned long *);
    long (*control)(long, unsigned long, const void *, unsigned long, void *, unsigned long, unsigned long *);
} lib;

static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libpcsclite.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define LOOK_UP(member, name)                                                                                        \
    if (!(lib.member = (__typeof__(lib.member))dlsym(handle, name))) return;
    LOOK_UP(establish, "SCardEstablishContext")
    LOOK_UP(release, "SCardReleaseContext")
    LOOK_UP(readers, "SCardListReaders")
    LOOK_UP(status_change, "SCardGetStatusChange")
    LOOK_UP(connect, "SCardConnect")
    LOOK_UP(reconnect, "SCardReconnect")
    LOOK_UP(disconnect, "SCardDisconnect")
    LOOK_UP(transmit, "SCardTransmit")
    LOOK_UP(control, "SCardControl")
    is_there = true;
}

uint32_t cpcsc_establish(intptr_t *context) {
    pthread_once(&once, load);
    if (!is_there) return CPCSC_NO_SERVICE;
    long opened = 0;
    uint32_t code = (uint32_t)lib.establish(scope_system, NULL, NULL, &opened);
    *context = opened;
    return code;
}

void cpcsc_release(intptr_t context) { lib.release(context); }

uint32_t cpcsc_readers(intptr_t context, char *names, size_t *size) {
    unsigned long length = *size;
    uint32_t code = (uint32_t)lib.readers(context, NULL, names, &length);
    *size = length;
    return code;
}

uint32_t cpcsc_wait(intptr_t context, const char *reader, uint32_t known, uint32_t milliseconds, uint32_t *state,
                    uint8_t *atr, size_t *atr_length) {
    struct reader_state asked = {.reader = reader, .current = known};
    uint32_t code = (uint32_t)lib.status_change(context, milliseconds, &asked, 1);
    // With its upper half, which counts events: given back as `known`, it has the wait end with the next one.
    *state = (uint32_t)asked.event;
    *atr_length = asked.atr_length <= CPCSC_MAX_ATR ? asked.atr_length : 0;
    memcpy(atr, asked.atr, *atr_length);
    return code;
}

uint32_t cpcsc_connect(intptr_t context, const char *reader, intptr_t *card, uint32_t *protocol) {
    long handle = 0;
    unsigned long active = 0;
    uint32_t code = (uint32_t)lib.connect(context, reader, share_exclusive, either_protocol, &handle, &active);
    *card = handle;
    *protocol = (uint32_t)active;
    return code;
}

uint32_t cpcsc_reset(intptr_t card, uint32_t *protocol) {
    unsigned long active = 0;
    uint32_t code = (uint32_t)lib.reconnect(card, share_exclusive, either_protocol, unpower_card, &active);
    *protocol = (uint32_t)active;
    return code;
}

void cpcsc_disconnect(intptr_t card) { lib.disconnect(card, unpower_card); }

uint32_t cpcsc_transmit(intptr_t card, uint32_t protocol, const uint8_t *command, size_t length, uint8_t *answer,
                        size_t *size) {
    struct request request = {protocol, sizeof request};
    unsigned long received = *size;
    uint32_t code = (uint32_t)lib.transmit(card, &request, command, length, NULL, answer, &received);
    *size = received <= *size ? received : 0;
    return code;
}

bool cpcsc_longest_apdu(intptr_t card, uint32_t *longest) {
    uint8_t list[256];
    unsigned long length = 0;
    if (lib.control(card, get_feature_request, NULL, 0, list, sizeof list, &length) != 0 || length > sizeof list) return false;
    // Features: a tag, the length 4 and a control code, its highest byte first.
    uint32_t code = 0;
    for (unsigned long at = 0; at + 6 <= length && list[at + 1] == 4; at += 6)
        if (list[at] == feature_tlv_properties)
            code = (uint32_t)list[at + 2] << 24 | (uint32_t)list[at + 3] << 16 | (uint32_t)list[at + 4] << 8 | list[at + 5];
    if (code == 0) return false;
    if (lib.control(card, code, NULL, 0, list, sizeof list, &length) != 0 || length > sizeof list) return false;
    // Properties: a tag, a length and a number, its lowest byte first.
    for (unsigned long at = 0; at + 2 <= length && at + 2 + list[at + 1] <= length; at += 2 + list[at + 1])
        if (list[at] == property_max_apdu && list[at + 1] == 4) {
            *longest = (uint32_t)list[at + 5] << 24 | (uint32_t)list[at + 4] << 16 | (uint32_t)list[at + 3] << 8 | list[at + 2];
            return true;
        }
    return false;
}
