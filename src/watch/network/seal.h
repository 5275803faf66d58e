/* seal.h: how two monitors prove to each other that they know the secret of the job, and how they
 * seal each frame from then on. Bytes in, bytes out: channel.h has the socket.
 *
 *   1  caller -> called   magic, nonce
 *   2  called -> caller   nonce, proof, header
 *   3  caller -> called   proof, header
 *   then, both ways       length, frame that is encrypted and authenticated
 *
 * A proof is a keyed hash (BLAKE2b, the key is the secret) of the role of its sender and of both
 * nonces. So it tells nothing of the secret, cannot be used again in another connection, and cannot
 * be sent back to its sender as the proof of the other role. The called proves first: to somebody
 * who only listens at the address of a monitor, a caller shows 32 random bytes.
 *
 * The keys, one for each direction, are hashes of the same kind. With them libsodium's secretstream
 * (XChaCha20-Poly1305) seals the frames; a frame that was changed, left out, repeated or moved
 * cannot be opened, and no later one either. */
#ifndef TUTTI_WATCH_NETWORK_SEAL_H
#define TUTTI_WATCH_NETWORK_SEAL_H

#include "base/bytes.h"
#include "watch/network/secret.h"

#include <stdbool.h>

enum {
    SEAL_MORE = 17,     /* bytes that a sealed frame is longer */
    SEAL_GREETING = 88, /* bytes of the longest message before the first frame */
};

struct seal;

/* Of one end of a new connection; a caller's first message goes to `out`. */
struct seal *seal_begin(const struct secret *secret, bool caller, struct bytes *out);
void seal_end(struct seal *seal); /* NULL is fine */

/* The bytes of the next message that comes before the frames; 0: the other end has proved itself.
 */
size_t seal_wants(const struct seal *seal);
/* That message; the answer goes to `out`. False: the other end does not know the secret. */
bool seal_hear(struct seal *seal, const unsigned char *message, struct bytes *out);

/* Adds a frame, sealed, with its length before it. Only when the other end has proved itself. */
void seal_close_frame(struct seal *seal, const struct reader *frame, struct bytes *out);
/* Opens what stands behind the length; `frame` lives until the next. False: it is not what the
 * other end sent next. */
bool seal_open_frame(struct seal *seal, const struct reader *sealed, struct reader *frame);

#endif
