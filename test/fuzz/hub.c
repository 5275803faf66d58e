/* hub.c: bytes that come over the network to the monitor that decides. They are sent through a real
 * connection by one who knows the key; what was heard is then judged and diagnosed as in a job. If
 * the first byte is even, the one does not know it. */
#include "watch/network/hub.h"
#include "fuzz.h"
#include "watch/diagnose/diagnose.h"
#include "watch/network/channel.h"
#include "watch/network/wire.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 8 };

static void add_hello(struct bytes *out, const char *call, bool known)
{
    char *key = memory_printf("%.*s", (int)strcspn(call, "@"), known ? call : "nobody@");
    size_t begin = wire_begin(out, WIRE_HELLO, 0);
    wire_add_text(out, key);
    wire_add_text(out, "node1");
    bytes_add_number(out, 4711);
    bytes_end_frame(out, begin);
    free(key);
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
    double now = 1;
    if (size == 0 || size > 60000)
        return 0;
    monitor_start(&monitor, &(struct monitor_options){.budget = 1}, now);
    struct hub *hub = hub_open("lo", 2, &monitor.tracker, &error);
    const char *address = hub ? strchr(hub_call(hub), '@') + 1 : "";
    if (!channel_connect(address, &caller) || !channel_connect(address, &silent))
        abort();
    add_hello(&caller.out, hub_call(hub), data[0] & 1);
    bytes_add(&caller.out, data + 1, size - 1);
    channel_pump(&caller);
    hub_pump(hub, now);
    hub_pump(hub, now += 0.2);
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
