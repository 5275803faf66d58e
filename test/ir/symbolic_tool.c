/* symbolic_tool.c: the test build of one file of bitcode, for tests.
 *
 * symbolic_tool FILE UNIQUE FIRST_SITE FIRST_EDGE OUTPUT [MODELLED]... writes OUTPUT.light.bc
 * and OUTPUT.heavy.bc, and prints the sites, and last the numbers that are free after them.
 */
#include "base/file.h"
#include "ir/symbolic/symbolic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **models;

static bool is_modelled(const char *symbol)
{
    for (char **model = models; *model; model++)
        if (strcmp(*model, symbol) == 0)
            return true;
    return false;
}

static void print_site(const struct ir_site *site)
{
    static const char *const kinds[] = {"entry", "branch", "switch", "operation"};
    printf("%u %s %s %s:%d edges %u+%zu key %016" PRIx64, site->number, kinds[site->kind],
           site->function, site->place.file ? site->place.file : "?", site->place.line,
           site->first_edge, site->edge_count, site->key);
    for (size_t i = 0; i < site->edge_count; i++) {
        const struct ir_site_way *way = &site->ways[i];
        if (site->cases && i)
            printf(" case %" PRId64, site->cases[i]);
        if (way->next == UINT32_MAX)
            printf(" -> end");
        else
            printf(" -> %u", way->next);
        for (size_t j = 0; j < way->call_count; j++)
            printf(" %s()", way->calls[j]);
    }
    printf("\n");
}

static int write_output(const char *output, const char *kind, const char *bytes, size_t size,
                        struct error *error)
{
    char *path = memory_printf("%s.%s.bc", output, kind);
    int status = file_write(path, bytes, size, error);
    free(path);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: symbolic_tool FILE UNIQUE FIRST_SITE FIRST_EDGE OUTPUT "
                        "[MODELLED]...\n");
        return 2;
    }
    struct error error = {0};
    models = argv + 6;
    struct ir_bitcode piece = {.name = argv[1]};
    struct ir_symbolic result = {0};
    struct ir_symbolic_options options = {
        .unique = argv[2],
        .first_site = (uint32_t)strtoul(argv[3], NULL, 10),
        .first_edge = (uint32_t)strtoul(argv[4], NULL, 10),
        .modelled = is_modelled,
        .lines = getenv("SYMBOLIC_LINES") != NULL,
    };
    char *data = NULL;
    int status = file_read(argv[1], SIZE_MAX - 1, &data, &piece.size, &error);
    piece.data = data;
    if (status == 0)
        status = ir_symbolic(&piece, &options, &result, &error);
    if (status == 0)
        status = write_output(argv[5], "light", result.light, result.light_size, &error);
    if (status == 0)
        status = write_output(argv[5], "heavy", result.heavy, result.heavy_size, &error);
    for (size_t i = 0; status == 0 && i < result.site_count; i++)
        print_site(&result.sites[i]);
    if (status == 0)
        printf("free %zu %u\n", options.first_site + result.site_count,
               options.first_edge + result.edge_count);
    else
        fprintf(stderr, "symbolic_tool: %s\n", error.text);
    ir_symbolic_free(&result);
    free(data);
    return status == 0 ? 0 : 3;
}
