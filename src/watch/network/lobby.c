#include "watch/network/lobby.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static const double TURN = 0.02, PATIENCE = 10; /* seconds */

static int lobby_reserve(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* Returns the number of places: at most a quarter of the descriptors that this process may have. */
static size_t lobby_places(void)
{
    enum { LEAST = 4 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur / 4 >= LOBBY_PLACES)
        return LOBBY_PLACES;
    return limit.rlim_cur / 4 < LEAST ? LEAST : (size_t)limit.rlim_cur / 4;
}

int lobby_open(struct lobby *lobby, const char *address, const struct secret *secret,
               struct error *error)
{
    *lobby = (struct lobby){.secret = secret, .reserve = -1, .places = lobby_places()};
    lobby->listener = channel_listen(address, &lobby->port, error);
    if (lobby->listener < 0)
        return -1;
    lobby->reserve = lobby_reserve();
    return 0;
}

void lobby_close(struct lobby *lobby)
{
    for (size_t i = 0; i < lobby->count; i++)
        channel_close(&lobby->waiting[i].channel);
    if (lobby->listener >= 0)
        close(lobby->listener);
    if (lobby->reserve >= 0)
        close(lobby->reserve);
    *lobby = (struct lobby){.listener = -1, .reserve = -1};
}

static void lobby_remove(struct lobby *lobby, size_t index)
{
    lobby->count--;
    memmove(&lobby->waiting[index], &lobby->waiting[index + 1],
            (lobby->count - index) * sizeof lobby->waiting[0]);
}

static void lobby_drop(struct lobby *lobby, size_t index)
{
    channel_close(&lobby->waiting[index].channel);
    lobby_remove(lobby, index);
}

/* Called if no descriptor is left: uses the reserve to accept the next caller, and hangs up.
 * Otherwise that caller would block the port for those behind it. */
static void lobby_hang_up(struct lobby *lobby)
{
    if (lobby->reserve < 0)
        return;
    close(lobby->reserve);
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    int caller = accept4(lobby->listener, (struct sockaddr *)&from, &length, SOCK_CLOEXEC);
    if (caller >= 0)
        close(caller);
    lobby->reserve = lobby_reserve();
}

/* Accepts half as many callers as there are places. So each stays for at least one more turn, in
 * which it can prove itself. */
static void lobby_accept(struct lobby *lobby, double now)
{
    struct channel channel;
    if (lobby->reserve < 0) /* another thread took the descriptor when it was given up */
        lobby->reserve = lobby_reserve();
    for (size_t i = 0; i < lobby->places / 2; i++) {
        if (!channel_accept(lobby->listener, lobby->secret, &channel)) {
            if (errno != EMFILE && errno != ENFILE)
                return;
            lobby_hang_up(lobby);
            continue;
        }
        if (lobby->count == lobby->places)
            lobby_drop(lobby, 0);
        channel_pump(&channel); /* answers what has arrived; the next turn handles the rest */
        lobby->waiting[lobby->count].channel = channel;
        lobby->waiting[lobby->count++].since = now;
    }
}

bool lobby_admit(struct lobby *lobby, double now, struct channel *channel)
{
    if (lobby->listener < 0)
        return false;
    for (size_t i = 0; i < lobby->count;) {
        struct channel *caller = &lobby->waiting[i].channel;
        bool open = channel_pump(caller);
        if (open && channel_proved(caller)) {
            *channel = *caller;
            lobby_remove(lobby, i);
            return true;
        }
        if (channel_forged(caller)) {
            lobby->refused++;
            channel_peer(caller, lobby->refused_from);
        }
        if (open && now - lobby->waiting[i].since < PATIENCE)
            i++;
        else
            lobby_drop(lobby, i);
    }
    if (now - lobby->looked < TURN && now >= lobby->looked)
        return false;
    lobby->looked = now;
    lobby_accept(lobby, now);
    return false;
}
