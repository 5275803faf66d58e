#include "instrument/sites.h"

#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { SITES_CAP = 1 << 30 };

static const char format[] = "tutti-sites-1";

static void sites_add_number(struct text *text, uint64_t number)
{
    text_add_bytes(text, (const char *)&number, sizeof number);
}

static void sites_add_string(struct text *text, const char *string)
{
    text_add_bytes(text, string ? string : "", strlen(string ? string : "") + 1);
}

static void add_site(struct text *text, const struct ir_site *site)
{
    sites_add_number(text, site->kind);
    sites_add_string(text, site->function);
    sites_add_string(text, site->name);
    sites_add_string(text, site->place.file);
    sites_add_number(text, (uint64_t)site->place.line);
    sites_add_number(text, (uint64_t)site->place.column);
    sites_add_number(text, site->key);
    sites_add_number(text, site->edge_count);
    for (size_t i = 0; i < site->edge_count; i++) {
        const struct ir_site_way *way = &site->ways[i];
        sites_add_number(text, site->cases ? (uint64_t)site->cases[i] : 0);
        sites_add_number(text, way->next);
        sites_add_number(text, way->call_count);
        for (size_t j = 0; j < way->call_count; j++)
            sites_add_string(text, way->calls[j]);
    }
}

static void sites_add_head(struct text *text, uint64_t sites, uint64_t edges)
{
    sites_add_string(text, format);
    sites_add_number(text, sites);
    sites_add_number(text, edges);
}

static int sites_save(const char *path, const struct text *text, struct error *error)
{
    return text->cut ? error_set(error, ERROR_FAILED, "%s would be too large", path)
                     : file_write(path, text->data, text->length, error);
}

int sites_write_some(const char *path, const struct ir_site *sites, size_t count,
                     struct error *error)
{
    struct text text;
    uint64_t edges = 0;
    for (size_t i = 0; i < count; i++)
        edges += sites[i].edge_count;
    text_init(&text, SITES_CAP);
    sites_add_head(&text, count, edges);
    for (size_t i = 0; i < count; i++)
        add_site(&text, &sites[i]);
    int failed = sites_save(path, &text, error);
    text_free(&text);
    return failed;
}

int sites_write(const char *path, const struct sites *sites, struct error *error)
{
    return sites_write_some(path, sites->sites, sites->site_count, error);
}

/* The unread part of the file. After a read past its end all further values are zero, and `damaged`
 * is set. */
struct reader {
    const char *at;
    size_t left;
    bool damaged;
};

static uint64_t sites_next_number(struct reader *reader)
{
    uint64_t number = 0;
    if (reader->left < sizeof number) {
        reader->damaged = true;
        return 0;
    }
    memcpy(&number, reader->at, sizeof number);
    reader->at += sizeof number;
    reader->left -= sizeof number;
    return number;
}

/* Reads how many things follow, of at least `size` bytes each. */
static size_t next_count(struct reader *reader, size_t size)
{
    uint64_t count = sites_next_number(reader);
    if (count > reader->left / size) {
        reader->damaged = true;
        return 0;
    }
    return (size_t)count;
}

static const char *next_string(struct reader *reader, struct arena *arena)
{
    size_t length = strnlen(reader->at, reader->left);
    if (length == reader->left) {
        reader->damaged = true;
        return "";
    }
    const char *string = arena_copy_bytes(arena, reader->at, length);
    reader->at += length + 1;
    reader->left -= length + 1;
    return string;
}

static void read_way(struct reader *reader, struct arena *arena, struct ir_site_way *way)
{
    way->next = (uint32_t)sites_next_number(reader);
    size_t calls = next_count(reader, 1);
    way->calls = arena_alloc(arena, (calls + 1) * sizeof *way->calls);
    for (; way->call_count < calls; way->call_count++)
        way->calls[way->call_count] = next_string(reader, arena);
}

static void read_site(struct reader *reader, struct arena *arena, struct ir_site *site)
{
    site->kind = (enum ir_site_kind)sites_next_number(reader);
    site->function = next_string(reader, arena);
    site->name = next_string(reader, arena);
    const char *file = next_string(reader, arena);
    site->place.file = *file ? file : NULL;
    site->place.line = (int)sites_next_number(reader);
    site->place.column = (int)sites_next_number(reader);
    site->key = sites_next_number(reader);
    site->edge_count = next_count(reader, 3 * sizeof(uint64_t));
    site->cases = arena_alloc(arena, (site->edge_count + 1) * sizeof *site->cases);
    site->ways = arena_alloc(arena, (site->edge_count + 1) * sizeof *site->ways);
    for (size_t i = 0; i < site->edge_count; i++) {
        site->cases[i] = (int64_t)sites_next_number(reader);
        read_way(reader, arena, &site->ways[i]);
    }
}

static bool sites_read_head(struct reader *reader, struct arena *arena, size_t *sites,
                            uint32_t *edges)
{
    reader->damaged = strcmp(next_string(reader, arena), format) != 0;
    uint64_t numbers[] = {sites_next_number(reader), sites_next_number(reader)};
    reader->damaged |= numbers[0] > reader->left || numbers[1] > reader->left;
    *sites = (size_t)numbers[0];
    *edges = (uint32_t)numbers[1];
    return !reader->damaged;
}

/* Reads all sites. The numbers of each site's edges continue those of the site before. */
static void read_all(struct reader *reader, struct sites *sites)
{
    uint32_t edge = 0;
    if (!sites_read_head(reader, &sites->arena, &sites->site_count, &sites->edge_count))
        return;
    sites->sites = arena_alloc(&sites->arena, (sites->site_count + 1) * sizeof *sites->sites);
    for (size_t i = 0; i < sites->site_count && !reader->damaged; i++) {
        struct ir_site *site = &sites->sites[i];
        read_site(reader, &sites->arena, site);
        site->number = (uint32_t)i;
        site->first_edge = edge;
        edge += (uint32_t)site->edge_count;
    }
    reader->damaged |= reader->left > 0 || edge != sites->edge_count;
}

void sites_index(struct sites *sites)
{
    sites->site_of_edge =
        arena_alloc(&sites->arena, (sites->edge_count + (size_t)1) * sizeof *sites->site_of_edge);
    for (size_t i = 0; i < sites->site_count; i++)
        for (size_t j = 0; j < sites->sites[i].edge_count; j++)
            sites->site_of_edge[sites->sites[i].first_edge + j] = sites->sites[i].number;
    sites_find_same(sites);
}

int sites_read(const char *path, struct sites *sites, struct error *error)
{
    char *bytes;
    size_t length;
    *sites = (struct sites){0};
    if (file_read(path, SITES_CAP, &bytes, &length, error) != 0)
        return -1;
    struct reader reader = {bytes, length, false};
    read_all(&reader, sites);
    free(bytes);
    if (reader.damaged) {
        sites_free(sites);
        return error_set(error, ERROR_FAILED,
                         "%s is damaged: remove it, and Tutti makes it "
                         "again",
                         path);
    }
    sites_index(sites);
    return 0;
}

/* Reads the head of a file, and appends the rest unchanged. */
static int sites_append(struct text *rest, const char *path, size_t *sites, uint32_t *edges,
                        struct error *error)
{
    char *bytes;
    size_t length;
    struct arena arena = {0};
    if (file_read(path, SITES_CAP, &bytes, &length, error) != 0)
        return -1;
    struct reader reader = {bytes, length, false};
    bool right = sites_read_head(&reader, &arena, sites, edges);
    if (right && rest)
        text_add_bytes(rest, reader.at, reader.left);
    free(bytes);
    arena_free(&arena);
    return right ? 0 : error_set(error, ERROR_FAILED, "%s is damaged", path);
}

int sites_count(const char *path, size_t *sites, uint32_t *edges, struct error *error)
{
    return sites_append(NULL, path, sites, edges, error);
}

int sites_join(const char *path, const char *const *parts, size_t count, struct error *error)
{
    struct text rest, whole;
    size_t all_sites = 0;
    uint64_t all_edges = 0;
    int failed = 0;
    text_init(&rest, SITES_CAP);
    text_init(&whole, SITES_CAP);
    for (size_t i = 0; i < count && !failed; i++) {
        size_t sites = 0;
        uint32_t edges = 0;
        failed = sites_append(&rest, parts[i], &sites, &edges, error);
        all_sites += sites;
        all_edges += edges;
    }
    sites_add_head(&whole, all_sites, all_edges);
    text_add_bytes(&whole, rest.data, rest.length);
    whole.cut |= rest.cut;
    failed = failed ? failed : sites_save(path, &whole, error);
    text_free(&rest);
    text_free(&whole);
    return failed;
}

void sites_free(struct sites *sites)
{
    arena_free(&sites->arena);
    *sites = (struct sites){0};
}
