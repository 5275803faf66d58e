#include "compile/command.h"

#include "compile/foreign.h"

#include <string.h>

/* A list of words that is being built. */
struct list {
    struct arena *arena;
    char **words;
    size_t count;
};

static void command_add(struct list *list, const char *word)
{
    *arena_push(list->arena, list->words, list->count) = (char *)word;
}

static void command_add_all(struct list *list, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        command_add(list, words[i]);
}

static char **command_finish(struct list *list)
{
    command_add(list, NULL);
    return list->words;
}

/* Adds the options that embed bitcode. -Rpass makes clang keep source lines in the intermediate
 * representation without writing debug information; no pass has this name. The user's own options
 * come later, and take precedence. */
static void add_embedding(const struct command_builder *builder, struct list *list)
{
    static const char *const locations[] = {"-fno-discard-value-names",
                                            "-Rpass=tutti-no-such-pass"};
    if (!builder->embed || builder->line->emits_llvm)
        return;
    if (!builder->line->lto) {
        command_add(list, "-Xclang");
        command_add(list, "-fembed-bitcode=all");
    }
    command_add_all(list, locations, sizeof locations / sizeof *locations);
}

/* Adds options that make clang accept old C. The wrapper replaces mpicc, which is gcc: gcc 12 only
 * warns about code that is an error for clang 19. The user's own options come later, and take
 * precedence. */
static void add_tolerance(struct list *list)
{
    static const char *const tolerated[] = {"-Wno-error=implicit-function-declaration",
                                            "-Wno-error=implicit-int", "-Wno-error=int-conversion",
                                            "-Wno-error=incompatible-function-pointer-types"};
    command_add_all(list, tolerated, sizeof tolerated / sizeof *tolerated);
}

static bool command_noted(const struct command_builder *builder, const char *note)
{
    for (size_t i = 0; i < builder->note_count; i++)
        if (strcmp(builder->notes[i], note) == 0)
            return true;
    return false;
}

static void note_dropped(struct command_builder *builder, const char *option, bool fortran)
{
    if (fortran && strncmp(option, "-W", 2) == 0)
        return; /* flang has no options for warnings at all */
    const char *note = arena_printf(&builder->arena, "dropped %s: %s has no such option", option,
                                    fortran ? "flang" : "clang");
    if (!command_noted(builder, note))
        *arena_push(&builder->arena, builder->notes, builder->note_count) = note;
}

/* Adds an option with its value, or its replacement. Returns how many words it was. */
static size_t command_add_option(struct command_builder *builder, struct list *list, size_t i,
                                 bool fortran)
{
    const struct line *line = builder->line;
    const char *option = line->words[i].text;
    bool valued = i + 1 < line->word_count && line->words[i + 1].value;
    const char *use = foreign_option(option, fortran);
    if (!use)
        note_dropped(builder, option, fortran);
    else
        command_add(list, use);
    if (use && valued)
        command_add(list, line->words[i + 1].text);
    return valued ? 2 : 1;
}

bool command_is_fortran(const struct command_builder *builder, const struct line_word *word)
{
    return builder->front == LANGUAGE_FORTRAN && word->language == LANGUAGE_FORTRAN;
}

static const char *front_compiler(const struct command_builder *builder)
{
    return builder->front == LANGUAGE_FORTRAN ? builder->compilers.fc
           : builder->front == LANGUAGE_CXX   ? builder->compilers.cxx
                                              : builder->compilers.cc;
}

/* Says whether a source reads headers, so that the place of MPI's headers matters. */
static bool reads_headers(const struct line *line)
{
    for (size_t i = 0; i < line->word_count; i++) {
        const struct line_word *word = &line->words[i];
        size_t length = strlen(word->text);
        bool preprocessed = word->language == LANGUAGE_ASSEMBLER && length > 1 &&
                            (word->text[length - 1] == 'S' || word->forced);
        if (word->kind == WORD_INPUT && word->language != LANGUAGE_NONE &&
            word->language != LANGUAGE_BITCODE &&
            (word->language != LANGUAGE_ASSEMBLER || preprocessed))
            return true;
    }
    return false;
}

static bool compiles_code(const struct line *line)
{
    for (size_t i = 0; i < line->word_count; i++)
        if (line->words[i].kind == WORD_INPUT && line->words[i].language != LANGUAGE_NONE &&
            line->words[i].language != LANGUAGE_ASSEMBLER)
            return true;
    return false;
}

char **command_whole(struct command_builder *builder)
{
    const struct line *line = builder->line;
    struct list list = {.arena = &builder->arena};
    bool fortran = builder->front == LANGUAGE_FORTRAN, added = false;
    size_t i = 0;
    command_add(&list, front_compiler(builder));
    if (builder->front == LANGUAGE_C && compiles_code(line))
        add_tolerance(&list);
    if (!fortran && line->action >= LINE_OBJECT && compiles_code(line))
        add_embedding(builder, &list);
    while (i < line->word_count || !added) {
        if (!added && (i == line->word_count || strcmp(line->words[i].text, "--") == 0)) {
            if (line->action != LINE_ASK && reads_headers(line))
                command_add_all(&list, builder->mpi.compile, builder->mpi.compile_count);
            if (line->action == LINE_LINK && !line->relocatable)
                command_add_all(&list, builder->mpi.link, builder->mpi.link_count);
            added = true;
            continue;
        }
        if (line->words[i].kind == WORD_INPUT || line->words[i].value)
            command_add(&list, line->words[i++].text);
        else
            i += command_add_option(builder, &list, i, fortran);
    }
    return command_finish(&list);
}

/* Says whether the option makes files besides the object. */
static bool makes_files(const char *option)
{
    return strncmp(option, "-M", 2) == 0 || strncmp(option, "-save-temps", 11) == 0 ||
           strncmp(option, "--save-temps", 12) == 0 ||
           strcmp(option, "--serialize-diagnostics") == 0 ||
           strncmp(option, "-gsplit-dwarf", 13) == 0;
}

/* Adds the options of the line that matter to a compiler, without those of the linker. */
static void add_compile_options(struct command_builder *builder, struct list *list, bool fortran,
                                bool only_bitcode)
{
    const struct line *line = builder->line;
    for (size_t i = 0; i < line->word_count;) {
        const struct line_word *word = &line->words[i];
        if (word->kind == WORD_OPTION && strcmp(word->text, "--") != 0 &&
            !(only_bitcode && (makes_files(word->text) || word->value)))
            i += command_add_option(builder, list, i, fortran);
        else
            i++;
    }
}

/* Adds the file for dependencies (-MD): by default they would go beside the object, which is
 * temporary. */
static void add_dependency_file(struct command_builder *builder, struct list *list,
                                const struct line_word *source)
{
    bool wanted = false, file = false, target = false;
    for (size_t i = 0; i < builder->line->word_count; i++) {
        const char *text = builder->line->words[i].text;
        wanted |= strcmp(text, "-MD") == 0 || strcmp(text, "-MMD") == 0;
        file |= strncmp(text, "-MF", 3) == 0;
        target |= strncmp(text, "-MT", 3) == 0 || strncmp(text, "-MQ", 3) == 0;
    }
    const char *base = strrchr(source->text, '/');
    base = base ? base + 1 : source->text;
    const char *dot = strrchr(base, '.');
    const char *stem =
        arena_printf(&builder->arena, "%.*s", (int)(dot ? dot - base : (long)strlen(base)), base);
    if (wanted && !file) {
        command_add(list, "-MF");
        command_add(list, arena_printf(&builder->arena, "%s.d", stem));
    }
    if (wanted && !target) {
        command_add(list, "-MT");
        command_add(list, arena_printf(&builder->arena, "%s.o", stem));
    }
}

static void add_source(struct command_builder *builder, struct list *list,
                       const struct line_word *source, const char *output)
{
    if (reads_headers(builder->line))
        command_add_all(list, builder->mpi.compile, builder->mpi.compile_count);
    command_add(list, "-c");
    command_add(list, "-o");
    command_add(list, output);
    if (source->forced) {
        command_add(list, "-x");
        command_add(list, source->forced);
    }
    command_add(list, source->text);
}

char **command_object(struct command_builder *builder, size_t word, const char *object)
{
    struct list list = {.arena = &builder->arena};
    const struct line_word *source = &builder->line->words[word];
    bool fortran = command_is_fortran(builder, source);
    bool cxx = source->language == LANGUAGE_CXX || builder->front == LANGUAGE_CXX;
    command_add(&list, fortran ? builder->compilers.fc
                       : cxx   ? builder->compilers.cxx
                               : builder->compilers.cc);
    if (!fortran) {
        command_add(&list, "-Wno-unused-command-line-argument");
        if (!cxx && source->language != LANGUAGE_ASSEMBLER)
            add_tolerance(&list);
        if (source->language != LANGUAGE_ASSEMBLER)
            add_embedding(builder, &list);
    }
    add_compile_options(builder, &list, fortran, false);
    if (!fortran)
        add_dependency_file(builder, &list, source);
    add_source(builder, &list, source, object);
    return command_finish(&list);
}

/* Turns the user's directory of modules into one that is only read: flang writes to a single one.
 */
static void read_modules(struct list *list)
{
    static const char *const names[] = {"-J", "-module-dir"};
    for (size_t i = 1; i < list->count; i++)
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
            size_t length = strlen(names[j]);
            if (strncmp(list->words[i], names[j], length) == 0)
                list->words[i] = arena_printf(list->arena, "-I%s", list->words[i] + length);
        }
}

char **command_bitcode(struct command_builder *builder, size_t word, const char *bitcode,
                       const char *modules)
{
    static const char *const flang[] = {"-emit-llvm", "-O0", "-g"};
    static const char *const clang[] = {"-Wno-everything",
                                        "-emit-llvm",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-Xclang",
                                        "-disable-O0-optnone",
                                        "-fno-discard-value-names",
                                        "-Rpass=tutti-no-such-pass"};
    struct list list = {.arena = &builder->arena};
    const struct line_word *source = &builder->line->words[word];
    bool fortran = source->language == LANGUAGE_FORTRAN;
    command_add(&list, fortran                            ? builder->compilers.fc
                       : source->language == LANGUAGE_CXX ? builder->compilers.cxx
                                                          : builder->compilers.cc);
    add_compile_options(builder, &list, fortran, true);
    if (fortran) {
        read_modules(&list);
        command_add_all(&list, flang, sizeof flang / sizeof *flang);
        command_add(&list, arena_printf(list.arena, "-J%s", modules));
        command_add(&list, arena_printf(list.arena, "-I%s", modules));
    } else {
        command_add_all(&list, clang, sizeof clang / sizeof *clang);
    }
    add_source(builder, &list, source, bitcode);
    return command_finish(&list);
}

static void command_add_input(struct list *list, const struct line_word *word,
                              const struct command_input *input)
{
    if (input && input->left_out)
        return;
    if (input)
        command_add_all(list, input->paths, input->path_count);
    if (!input || input->path_count == 0 || input->keep)
        command_add(list, word->text);
}

char **command_link(struct command_builder *builder, const struct command_input *inputs,
                    const char *const *extra, size_t extra_count)
{
    const struct line *line = builder->line;
    struct list list = {.arena = &builder->arena};
    bool fortran = builder->front == LANGUAGE_FORTRAN, first = true;
    command_add(&list, front_compiler(builder));
    if (!fortran && line->source_count > 0)
        command_add(&list, "-Wno-unused-command-line-argument");
    for (size_t i = 0; i < line->word_count;) {
        const struct line_word *word = &line->words[i];
        if (first && (word->kind == WORD_INPUT || word->kind == WORD_LIBRARY)) {
            command_add_all(&list, extra, extra_count);
            first = false;
        }
        if (word->kind == WORD_INPUT)
            command_add_input(&list, word, inputs ? &inputs[i] : NULL);
        if (word->kind == WORD_LIBRARY && !word->value && inputs)
            command_add_all(&list, inputs[i].paths, inputs[i].path_count);
        bool modules = fortran && (strncmp(word->text, "-J", 2) == 0 ||
                                   strcmp(word->text, "-module-dir") == 0);
        if (word->kind == WORD_INPUT || word->kind == WORD_LANGUAGE || modules ||
            strcmp(word->text, "--") == 0)
            i += 1 + (modules && i + 1 < line->word_count && word[1].value);
        else
            i += command_add_option(builder, &list, i, fortran);
    }
    command_add_all(&list, builder->mpi.link, builder->mpi.link_count);
    return command_finish(&list);
}
