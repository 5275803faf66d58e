/* inputs.c: lists what would be symbolic in the first test. */
#include "concolic/show/inputs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "concolic/search/tester.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4 * INPUT_FILE_MAX };

static const char *kind_name(unsigned kind)
{
    static const char *const names[] = {
        [SYMBOLIC_NUMBER] = "number",  [SYMBOLIC_WORD] = "word",   [SYMBOLIC_BYTE] = "byte",
        [SYMBOLIC_MARKED] = "marked",  [SYMBOLIC_RANK] = "mpi",    [SYMBOLIC_SIZE] = "mpi",
        [SYMBOLIC_LOCAL_RANK] = "mpi", [SYMBOLIC_COUNT] = "count", [SYMBOLIC_EXISTS] = "file"};
    return kind < sizeof names / sizeof *names ? names[kind] : "other";
}

/* Writes a word between quotes, on one line. */
static const char *inputs_quoted(struct arena *arena, const char *word)
{
    struct text text;
    text_init(&text, TEXT_MAX);
    text_add_char(&text, '"');
    for (; *word; word++) {
        unsigned char byte = (unsigned char)*word;
        if (byte < ' ' || byte == 127)
            text_addf(&text, "\\x%02x", byte);
        else
            text_addf(&text, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    }
    text_add_char(&text, '"');
    const char *copy = arena_copy(arena, text.data);
    text_free(&text);
    return copy;
}

static void inputs_list(const struct trace *trace, const struct tester *tester,
                        const struct input *input, struct concolic_inputs *inputs)
{
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        const struct symbolic_variable *variable = &trace->variables[i];
        const char *value;
        if (variable->kind == SYMBOLIC_WORD) {
            value = input_word(input, trace, variable, &tester->originals, &inputs->arena);
            value = inputs_quoted(&inputs->arena, value ? value : "");
        } else {
            value = input_number_text(&inputs->arena, variable, variable->value, "", 0);
        }
        *arena_push(&inputs->arena, inputs->variables, inputs->variable_count) =
            (struct concolic_variable){.name = arena_copy(&inputs->arena, variable->name),
                                       .kind = kind_name(variable->kind),
                                       .value = value};
    }
}

int concolic_inputs(const struct concolic_options *options, const struct record *record,
                    struct concolic_inputs *inputs, struct error *error)
{
    struct sites sites = {0};
    struct tester *tester = NULL;
    struct document document;
    struct world_result result;
    struct trace trace;
    struct input first;
    char *path;
    *inputs = (struct concolic_inputs){.variable_count = 0};
    if (sites_read(options->sites, &sites, error) != 0)
        return -1;
    if (file_make_temporary("tutti-test-", &path, error) != 0) {
        sites_free(&sites);
        return -1;
    }
    document_init(&document, "test");
    tester_first(options, record, &first);
    int failed = tester_open(options, record, &sites, path, "first", &tester, error);
    if (!failed)
        failed = tester_execute(tester, &first, NULL, &document, &result, error);
    if (!failed && segment_trace(&tester->segment, first.focus, &trace)) {
        inputs_list(&trace, tester, &first, inputs);
        trace_free(&trace);
    }
    tester_close(tester);
    input_free(&first);
    document_free(&document);
    sites_free(&sites);
    struct error ignored;
    file_remove_directory(path, &ignored);
    free(path);
    return failed;
}

void concolic_inputs_free(struct concolic_inputs *inputs)
{
    arena_free(&inputs->arena);
}
