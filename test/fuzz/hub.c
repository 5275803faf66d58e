/* hub.c: frames that come over the network to the monitor that decides. They are sent through a
 * real connection by one who knows the secret; what was heard is then judged and diagnosed as in a
 * job. If the first byte is even, the one does not know it. What strangers can send is in
 * channel.c. */
#include "watch/network/hub.h"
#include "fuzz.h"
#include "watch/diagnose/diagnose.h"
#include "watch/network/channel.h"
#include "watch/network/wire.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 8 };

static void add_hello(struct bytes *out)
{
    size_t begin = wire_begin(out, WIRE_HELLO, 0);
    wire_add_text(out, "node1");
    bytes_add_number(out, 4711);
    bytes_end_frame(out, begin);
}

static void add_frames(struct bytes *out, const uint8_t *data, size_t size)
{
    struct reader frame, frames = reader_of(data, size);
    while (reader_frame(&frames, &frame))
        wire_pass_on(out, &frame);
}

/* Looks until nothing changes any more, a minute later each time. */
static void judge(struct monitor *monitor, struct hub *hub, double now)
{
    struct document document;
    struct board board;
    struct error error;
    struct arena arena = {0};
    if (board_private(&board, &error) != 0)
        abort();
    for (int i = 0; i < LOOKS; i++) {
        monitor_look(monitor, &board, now, now);
        now += 60;
    }
    document_init(&document, "watch");
    struct rank_look *looks = arena_alloc(&arena, (monitor->tracker.count + 1) * sizeof *looks);
    if (monitor->state != MONITOR_HEALTHY)
        diagnose(monitor, looks, now, &document);
    for (char *note; (note = hub_note(hub));)
        free(note);
    document_free(&document);
    arena_free(&arena);
    board_close(&board);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct monitor monitor;
    struct error error;
    struct channel caller, silent;
    struct secret secret;
    double now = 1;
    if (size == 0 || size > 60000)
        return 0;
    monitor_start(&monitor, &(struct monitor_options){.budget = 1}, now);
    struct hub *hub = hub_open("127.0.0.1", 2, &monitor.tracker, &error);
    if (!hub)
        abort();
    secret_make(&secret);
    if (!channel_connect(hub_addresses(hub), data[0] & 1 ? hub_secret(hub) : &secret, &caller) ||
        !channel_connect(hub_addresses(hub), &secret, &silent))
        abort();
    add_hello(&caller.out);
    add_frames(&caller.out, data + 1, size - 1);
    for (int i = 0; i < 3; i++) {
        channel_pump(&caller);
        hub_pump(hub, now += 0.1);
    }
    judge(&monitor, hub, now);
    channel_pump(&caller);
    channel_close(&caller);
    hub_pump(hub, now + 20);
    if (channel_pump(&silent)) /* it should be out by now */
        abort();
    channel_close(&silent);
    hub_close(hub);
    monitor_free(&monitor);
    return 0;
}
