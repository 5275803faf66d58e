/* corpus.c: writes inputs as directories that anyone can run. */
#include "concolic/search/corpus.h"

#include "base/file.h"
#include "concolic/search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SCRIPT_CAP = 1 << 20 };

/* Writes the file and the directories that it is in below `directory`. A file with an absolute path
 * goes below absolute/. */
static int write_file(const struct input_file *file, const char *directory, struct error *error)
{
    const char *name = strcmp(file->path, "-") == 0 ? "stdin" : NULL;
    char *path = name                 ? memory_printf("%s/%s", directory, name)
                 : *file->path == '/' ? memory_printf("%s/absolute%s", directory, file->path)
                                      : memory_printf("%s/files/%s", directory, file->path);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    int failed = file_make_directory(path, error);
    *slash = '/';
    if (!failed)
        failed = file_write(path, file->bytes, file->length, error);
    free(path);
    return failed;
}

static void corpus_add_command(const struct input *input, const struct input_originals *originals,
                               struct text *out)
{
    text_addf(out, "${MPIEXEC:-mpiexec} -n %d ", input->ranks);
    bool variables = false;
    for (size_t i = 0; i < input->file_count; i++)
        variables = variables || *input->files[i].path == '$';
    text_add(out, variables ? "env " : "");
    input_describe(input, out);
    if (input_find(input, "-"))
        text_add(out, " <\"$here\"/stdin");
    else if (originals->input) {
        text_add(out, " <");
        text_add_quoted(out, originals->input, strlen(originals->input));
    }
    text_add_char(out, '\n');
}

/* Writes the script. It makes a copy of the user's directory as input_lay_out() does, with the
 * files of the input in it. */
static void corpus_add_script(const struct input *input, const struct input_originals *originals,
                              const char *what, struct text *out)
{
    /* The comment must stay one line, whatever a name in it contains. */
    text_add(out, "#!/bin/sh\n# ");
    text_add_visible(out, what, strlen(what));
    text_add(out, "\n# Run the program with the input of this directory; MPIEXEC and SOURCE may be "
                  "set.\n");
    for (size_t i = 0; i < input->mark_count; i++) {
        struct text mark;
        text_init(&mark, SCRIPT_CAP);
        input_describe_mark(&input->marks[i], &mark);
        text_add(out, "# Marked in the source: ");
        text_add_visible(out, mark.data, mark.length);
        text_add_char(out, '\n');
        text_free(&mark);
    }
    struct text choices;
    text_init(&choices, SCRIPT_CAP);
    if (choices_describe(input->choices, input->choice_count, &choices))
        text_addf(out, "# It needs a schedule that may not occur under a launcher: %s.\n",
                  choices.data);
    text_free(&choices);
    text_add(out, "source=");
    text_add_quoted(out, originals->directory, strlen(originals->directory));
    text_addf(out,
              "\nhere=$(cd -- \"$(dirname -- \"$0\")\" && pwd && echo .) || exit 1\n"
              "here=${here%%??}\n" /* a name may end in new lines */
              "work=$(mktemp -d) || exit 1\n"
              "trap 'rm -rf \"$work\"' EXIT\n"
              "for entry in \"${SOURCE:-$source}\"/*; do\n"
              "    if [ -f \"$entry\" ] && [ \"$(wc -c <\"$entry\")\" -le %d ]; then\n"
              "        cp -p \"$entry\" \"$work\"\n"
              "    else\n"
              "        ln -s \"$entry\" \"$work\"\n"
              "    fi\n"
              "done\n",
              INPUT_COPY_MAX);
    bool files = false;
    for (size_t i = 0; i < input->file_count; i++)
        files = files || (*input->files[i].path != '$' && *input->files[i].path != '/' &&
                          strcmp(input->files[i].path, "-") != 0);
    if (files)
        text_add(out, "cp -R --remove-destination \"$here\"/files/. \"$work\"\n");
    text_add(out, "cd \"$work\" || exit 1\n");
    corpus_add_command(input, originals, out);
}

int corpus_write(const struct input *input, const struct input_originals *originals,
                 const char *what, const char *directory, struct error *error)
{
    if (file_make_directory(directory, error) != 0)
        return -1;
    for (size_t i = 0; i < input->file_count; i++)
        if (*input->files[i].path != '$' && write_file(&input->files[i], directory, error) != 0)
            return -1;
    struct text script;
    text_init(&script, SCRIPT_CAP);
    corpus_add_script(input, originals, what, &script);
    char *path = memory_printf("%s/run.sh", directory);
    int failed = file_write(path, script.data, script.length, error);
    if (!failed && chmod(path, 0755) != 0)
        failed = error_errno(error, "cannot make %s executable", path);
    free(path);
    text_free(&script);
    return failed;
}
