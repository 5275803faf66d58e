#include "watch/network/seal.h"

#include "base/memory.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC = 8,
    NONCE = 32,
    PROOF = 32,
    HEADER = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    KEY = crypto_secretstream_xchacha20poly1305_KEYBYTES,
};

_Static_assert(SEAL_MORE == crypto_secretstream_xchacha20poly1305_ABYTES, "what a frame grows");
_Static_assert(SEAL_GREETING == NONCE + PROOF + HEADER, "the longest message");

static const char magic[MAGIC] = "tutti-w";

/* The purposes of hashes: no two of them may give the same bytes. */
static const char CALLER_PROVES[] = "caller proves", CALLED_PROVES[] = "called proves",
                  CALLER_SENDS[] = "caller sends", CALLED_SENDS[] = "called sends";

struct seal {
    struct secret secret;
    bool caller;
    size_t wants;                    /* bytes of the next message; 0: proved */
    unsigned char nonces[2 * NONCE]; /* the caller's, then the called monitor's */
    crypto_secretstream_xchacha20poly1305_state out, in;
    struct bytes opened;
};

static void seal_hash(const struct seal *seal, const char *use, unsigned char *hash, size_t length)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, seal->secret.bytes, sizeof seal->secret.bytes, length);
    crypto_generichash_update(&state, (const unsigned char *)magic, sizeof magic);
    crypto_generichash_update(&state, seal->nonces, sizeof seal->nonces);
    crypto_generichash_update(&state, (const unsigned char *)use, strlen(use));
    crypto_generichash_final(&state, hash, length);
    sodium_memzero(&state, sizeof state);
}

struct seal *seal_begin(const struct secret *secret, bool caller, struct bytes *out)
{
    if (sodium_init() < 0)
        memory_exhausted();
    struct seal *seal = memory_zero(1, sizeof *seal);
    seal->secret = *secret;
    seal->caller = caller;
    seal->wants = caller ? NONCE + PROOF + HEADER : MAGIC + NONCE;
    if (caller) {
        randombytes_buf(seal->nonces, NONCE);
        bytes_add(out, magic, sizeof magic);
        bytes_add(out, seal->nonces, NONCE);
    }
    return seal;
}

void seal_end(struct seal *seal)
{
    if (!seal)
        return;
    bytes_free(&seal->opened);
    sodium_memzero(seal, sizeof *seal);
    free(seal);
}

size_t seal_wants(const struct seal *seal)
{
    return seal->wants;
}

/* Writes the own proof, and the header that the other end needs to open this end's frames. */
static void seal_prove(struct seal *seal, struct bytes *out)
{
    unsigned char proof[PROOF], key[KEY], header[HEADER];
    seal_hash(seal, seal->caller ? CALLER_PROVES : CALLED_PROVES, proof, sizeof proof);
    seal_hash(seal, seal->caller ? CALLER_SENDS : CALLED_SENDS, key, sizeof key);
    crypto_secretstream_xchacha20poly1305_init_push(&seal->out, header, key);
    bytes_add(out, proof, sizeof proof);
    bytes_add(out, header, sizeof header);
    sodium_memzero(key, sizeof key);
}

/* Checks the proof of the other end, and reads its header. */
static bool seal_check(struct seal *seal, const unsigned char *message)
{
    unsigned char proof[PROOF], key[KEY];
    seal_hash(seal, seal->caller ? CALLED_PROVES : CALLER_PROVES, proof, sizeof proof);
    seal_hash(seal, seal->caller ? CALLED_SENDS : CALLER_SENDS, key, sizeof key);
    bool right =
        sodium_memcmp(proof, message, sizeof proof) == 0 &&
        crypto_secretstream_xchacha20poly1305_init_pull(&seal->in, message + PROOF, key) == 0;
    sodium_memzero(proof, sizeof proof);
    sodium_memzero(key, sizeof key);
    return right;
}

bool seal_hear(struct seal *seal, const unsigned char *message, struct bytes *out)
{
    if (seal->wants == MAGIC + NONCE) {
        if (memcmp(message, magic, MAGIC) != 0)
            return false;
        memcpy(seal->nonces, message + MAGIC, NONCE);
        randombytes_buf(seal->nonces + NONCE, NONCE);
        bytes_add(out, seal->nonces + NONCE, NONCE);
        seal_prove(seal, out);
        seal->wants = PROOF + HEADER;
        return true;
    }
    if (seal->caller)
        memcpy(seal->nonces + NONCE, message, NONCE);
    if (!seal_check(seal, message + (seal->caller ? NONCE : 0)))
        return false;
    if (seal->caller)
        seal_prove(seal, out);
    seal->wants = 0;
    sodium_memzero(&seal->secret, sizeof seal->secret);
    return true;
}

void seal_close_frame(struct seal *seal, const struct reader *frame, struct bytes *out)
{
    size_t begin = bytes_begin_frame(out);
    unsigned char *room = bytes_room(out, frame->left + SEAL_MORE);
    crypto_secretstream_xchacha20poly1305_push(&seal->out, room, NULL, frame->at, frame->left, NULL,
                                               0, 0);
    out->length += frame->left + SEAL_MORE;
    bytes_end_frame(out, begin);
}

bool seal_open_frame(struct seal *seal, const struct reader *sealed, struct reader *frame)
{
    unsigned long long length = 0;
    unsigned char tag;
    if (sealed->left < SEAL_MORE)
        return false;
    bytes_clear(&seal->opened);
    unsigned char *room = bytes_room(&seal->opened, sealed->left - SEAL_MORE + 1);
    if (crypto_secretstream_xchacha20poly1305_pull(&seal->in, room, &length, &tag, sealed->at,
                                                   sealed->left, NULL, 0) != 0)
        return false;
    *frame = reader_of(room, (size_t)length);
    return true;
}
