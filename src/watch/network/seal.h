/* seal.h: lets two monitors prove to each other that they know the secret of the job, and seals
 * each frame after that. It works on bytes; channel.h has the socket.
 *
 *   1  caller -> called   magic, nonce
 *   2  called -> caller   nonce, proof, header
 *   3  caller -> called   proof, header
 *   then, both ways       length, frame that is encrypted and authenticated
 *
 * A proof is a keyed hash (BLAKE2b, the key is the secret) of the role of its sender and of both
 * nonces. So it reveals nothing about the secret, cannot be used again in another connection, and
 * cannot be sent back to its sender as the proof of the other role. The called monitor proves
 * itself first: somebody who only listens at the address of a monitor sees 32 random bytes from a
 * caller.
 *
 * The keys, one for each direction, are hashes of the same kind. With them libsodium's secretstream
 * (XChaCha20-Poly1305) seals the frames. A frame that was changed, left out, repeated or moved
 * cannot be opened, and neither can any later one.
 */
#ifndef TUTTI_WATCH_NETWORK_SEAL_H
#define TUTTI_WATCH_NETWORK_SEAL_H

#include "base/bytes.h"
#include "watch/network/secret.h"

#include <stdbool.h>

enum {
    SEAL_MORE = 17,     /* bytes that sealing adds to a frame */
    SEAL_GREETING = 88, /* bytes of the longest message before the first frame */
};

struct seal;

/* Begins the protocol at one end of a new connection; writes a caller's first message to `out`. */
struct seal *seal_begin(const struct secret *secret, bool caller, struct bytes *out);
void seal_end(struct seal *seal); /* NULL is fine */

/* Returns the length of the next message that precedes the frames; 0: the other end has proved
 * itself. */
size_t seal_wants(const struct seal *seal);
/* Handles that message, and writes the answer to `out`. Returns false if the other end does not
 * know the secret. */
bool seal_hear(struct seal *seal, const unsigned char *message, struct bytes *out);

/* Adds a sealed frame, with its length before it. The other end must have proved itself. */
void seal_close_frame(struct seal *seal, const struct reader *frame, struct bytes *out);
/* Opens a sealed frame, without its length; `frame` is valid until the next call. Returns false if
 * it is not the frame that the other end sent next. */
bool seal_open_frame(struct seal *seal, const struct reader *sealed, struct reader *frame);

#endif
