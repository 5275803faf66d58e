/* channel.c: bytes at one end of a connection between monitors, by somebody who has the socket. The
 * first byte says what he is:
 *
 *   0  a stranger who calls       the bytes as they are
 *   1  a stranger who is called   the bytes as they are
 *   2  one in between             the bytes as they are, behind a proof that was right
 *   3  one who knows the secret   each frame of the bytes is sealed
 *   4  the same, in between       and the one whose number is the second byte is damaged
 *
 * A stranger is never believed and never makes the channel keep more than the longest proof. What
 * arrives are frames that were sealed, in their order, and nothing else. */
#include "watch/network/channel.h"
#include "fuzz.h"
#include "watch/network/seal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum kind { STRANGER_CALLS, STRANGER_IS_CALLED, BETWEEN, FRIEND, DAMAGED, KINDS };

static struct secret secret;

static void deliver(int socket, const struct bytes *bytes)
{
    if (bytes->length > 0 &&
        send(socket, bytes->data, bytes->length, MSG_NOSIGNAL) != (ssize_t)bytes->length)
        abort();
}

/* Both ends prove themselves; the caller is not a channel, so that its bytes can be chosen. */
static struct seal *prove(int socket, struct channel *channel)
{
    struct bytes out = {0};
    unsigned char answer[SEAL_GREETING];
    struct seal *seal = seal_begin(&secret, true, &out);
    deliver(socket, &out);
    bytes_clear(&out);
    channel_pump(channel);
    if (recv(socket, answer, sizeof answer, MSG_DONTWAIT) != sizeof answer ||
        !seal_hear(seal, answer, &out))
        abort();
    deliver(socket, &out);
    bytes_free(&out);
    if (!channel_pump(channel) || !channel_proved(channel))
        abort();
    return seal;
}

/* The frames, sealed; the end of the one that is damaged, or of all. */
static size_t seal_all(struct seal *seal, const uint8_t *data, size_t size, int damaged,
                       struct bytes *out)
{
    struct reader frame, frames = reader_of(data, size);
    size_t intact = 0;
    for (int i = 0; reader_frame(&frames, &frame); i++) {
        seal_close_frame(seal, &frame, out);
        if (i == damaged)
            out->data[out->length - 1 - (size_t)damaged % (frame.left + SEAL_MORE)] ^= 1;
        intact += damaged < 0 || i < damaged; /* nothing behind it can be opened either */
    }
    return intact;
}

static void check_frames(struct channel *channel, const uint8_t *data, size_t size, size_t intact)
{
    struct reader frame, expected, frames = reader_of(data, size);
    size_t count = 0;
    channel_pump(channel);
    while (channel_next(channel, &frame)) {
        if (!reader_frame(&frames, &expected) || expected.left != frame.left ||
            memcmp(expected.at, frame.at, frame.left) != 0)
            abort();
        count++;
    }
    if (count != intact)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2];
    if (size < 2 || size > 30000)
        return 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0)
        abort();
    secret_make(&secret);
    enum kind kind = data[0] % KINDS;
    struct channel channel = channel_over(ends[0], &secret, kind == STRANGER_IS_CALLED);
    struct seal *seal = kind >= BETWEEN ? prove(ends[1], &channel) : NULL;
    struct bytes out = {0};
    size_t intact = 0;
    if (kind >= FRIEND)
        intact = seal_all(seal, data + 2, size - 2, kind == DAMAGED ? data[1] : -1, &out);
    else
        bytes_add(&out, data + 2, size - 2);
    deliver(ends[1], &out);
    if (kind >= BETWEEN) {
        check_frames(&channel, data + 2, size - 2, intact);
    } else {
        while (channel_pump(&channel) && channel.in.length == 0 && !channel_is_sent(&channel))
            ;
        if (channel_proved(&channel) || channel.in.length > SEAL_GREETING)
            abort();
    }
    seal_end(seal);
    bytes_free(&out);
    channel_close(&channel);
    close(ends[1]);
    return 0;
}
