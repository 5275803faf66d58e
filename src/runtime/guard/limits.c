#include "runtime/guard/limits.h"

#include "runtime/guard/format.h"
#include "runtime/next.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings settings;

const char *const function_names[FUNCTIONS] = {
#define NAME(name) "MPI_" #name,
    GUARD_FUNCTIONS(NAME)
#undef NAME
};

/* Reads the first line of what the library says of itself: "MPICH Version:\t4.0.2", "Open MPI
 * v4.1.4, package: ...". */
static void limits_read_version(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    NEXT(PMPI_Get_library_version)(text, &length);
    text[strcspn(text, "\n")] = '\0';
    for (char *tab; (tab = strchr(text, '\t'));)
        *tab = ' ';
    snprintf(settings.version, sizeof settings.version, "%.*s", (int)sizeof settings.version - 1,
             text);
}

/* Returns whether the library's text has the whole version: 4.0 is not in 4.0.2, nor in 14.0. */
static bool version_is(const char *version)
{
    static const char digits[] = "0123456789.";
    size_t length = strlen(version);
    for (const char *at = settings.version; (at = strstr(at, version)); at++)
        if ((at == settings.version || !strchr(digits, at[-1])) &&
            (at[length] == '\0' || !strchr(digits, at[length])))
            return true;
    return false;
}

/* Reads limit FUNCTION IN-PLACE CLASS QUANTITY FROM MIN-RANKS POWER-OF-TWO. */
static void read_limit(char *line)
{
    enum { WORDS = 8 };
    char *words[WORDS], *rest = line;
    int count = 0;
    while (count < WORDS && rest)
        words[count++] = strsep(&rest, " ");
    if (count < WORDS || strcmp(words[0], "limit") != 0)
        return;
    const char *function = words[1];
    unsigned long long from = strtoull(words[5], NULL, 10);
    long quantity = strtol(words[4], NULL, 10);
    if (quantity < 0 || quantity >= QUANTITIES)
        return;
    for (int i = 0; i < FUNCTIONS; i++) {
        if (strcmp(function_names[i], function) != 0)
            continue;
        struct limit *limit = malloc(sizeof *limit);
        if (!limit)
            return;
        *limit = (struct limit){.quantity = quantity_from_number((int)quantity),
                                .from = from,
                                .min_ranks = (int)strtol(words[6], NULL, 10),
                                .in_place = words[2][0] == '1',
                                .power_of_two = words[7][0] == '1',
                                .class = words[3][0],
                                .next = settings.limits[i]};
        double *least = limit->quantity.unit == UNIT_COUNT ? &settings.least_count[i]
                                                           : &settings.least_bytes[i];
        if (*least <= 0 || (double)from < *least)
            *least = (double)from;
        settings.limits[i] = limit;
    }
}

static void limits_read_line(char *line, bool *applies)
{
    char library[32], version[64];
    if (sscanf(line, "directory %4095[^\n]", settings.directory) == 1)
        settings.active = true;
    else if (strcmp(line, "dry-run") == 0)
        settings.dry_run = true;
    else if (sscanf(line, "profile %31s %63s", library, version) == 2)
        settings.matched |= *applies = strcmp(library, TUTTI_FLAVOUR) == 0 && version_is(version);
    else if (*applies)
        read_limit(line);
}

void settings_read(void)
{
    const char *path = getenv(GUARD_SETTINGS);
    FILE *file = path ? fopen(path, "re") : NULL;
    if (!file)
        return;
    char line[8192];
    bool applies = false;
    limits_read_version();
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        limits_read_line(line, &applies);
    }
    fclose(file);
}

uint64_t limit_amount(struct quantity quantity, const struct amount *amount)
{
    uint64_t elements =
        amount->total && quantity.part != PART_BLOCK
            ? amount->total
            : quantity_times(amount->count, quantity_blocks(quantity.part, amount->ranks));
    return quantity_of_elements(quantity.unit, elements, amount->size, amount->extent);
}

const struct limit *limit_reached(enum guard_function function, const struct amount *amount)
{
    for (const struct limit *limit = settings.limits[function]; limit; limit = limit->next) {
        if (amount->ranks < limit->min_ranks || (limit->in_place && !amount->in_place) ||
            (limit->power_of_two && (amount->ranks & (amount->ranks - 1)) != 0))
            continue;
        if (limit_amount(limit->quantity, amount) >= limit->from)
            return limit;
    }
    return NULL;
}
