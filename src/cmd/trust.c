/* trust.c: the verb `trust`: allows the .tutti.conf of a project with its present content. */
#include "base/options/trust.h"
#include "base/file.h"
#include "base/text.h"
#include "cmd/verb.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_CAP = 64 * 1024 * 1024 };

/* Adds the content, each line behind spaces. */
static void add_content(struct text *page, const char *content)
{
    for (const char *line = content; *line;) {
        size_t length = strcspn(line, "\n");
        text_add(page, "    ");
        text_add_visible(page, line, length);
        text_add_char(page, '\n');
        line += length + (line[length] == '\n');
    }
}

static void trust_add_trusted(struct text *page, const char *before, const struct trusted *trusted)
{
    text_add(page, before);
    text_add_visible(page, trusted->path, strlen(trusted->path));
    text_add(page, "\n");
    add_content(page, trusted->content);
}

static void print_list(const struct trust_list *list, struct text *page)
{
    for (size_t i = 0; i < list->count; i++)
        trust_add_trusted(page, "", &list->list[i]);
}

/* Allows the file that applies in the folder. */
static int trust_add(struct trust_list *list, const char *folder, struct text *page,
                     struct error *error)
{
    char *path = options_find_configuration(folder);
    if (!path)
        return error_set(error, ERROR_USAGE,
                         "there is no .tutti.conf in %s, nor above it in the same project: name "
                         "the folder that has one",
                         folder);
    struct settings settings = {0};
    int failed = settings_read(path, &settings, error);
    if (!failed && !settings.text)
        failed = error_set(error, ERROR_FAILED, "cannot read %s: it belongs to another user", path);
    else if (!failed && (strlen(settings.text) != settings.length || strchr(path, '\n')))
        failed = error_set(error, ERROR_USAGE,
                           "%s is not a text file, or its path has a line "
                           "break",
                           path);
    if (!failed) {
        trust_list_add(list, path, settings.text);
        trust_add_trusted(page, "trusted: ", trust_list_find(list, path));
    }
    settings_free(&settings);
    free(path);
    return failed;
}

/* Removes a permission. The project may not exist any more; then the path is used as given. */
static int trust_remove(struct trust_list *list, const char *folder, struct text *page,
                        struct error *error)
{
    char *found = options_find_configuration(folder);
    char *written = memory_printf("%s/.tutti.conf", folder);
    struct trusted *trusted = found ? trust_list_find(list, found) : NULL;
    if (!trusted)
        trusted = trust_list_find(list, written);
    free(found);
    free(written);
    if (!trusted)
        return error_set(
            error, ERROR_USAGE,
            "no settings file of %s is trusted; `tutti trust --list` shows those that are", folder);
    text_add(page, "no longer trusted: ");
    text_add_visible(page, trusted->path, strlen(trusted->path));
    text_add(page, "\n");
    trust_list_remove(list, trusted);
    return 0;
}

static int trust_run(const struct context *context, const struct options *options)
{
    static char dot[] = ".", *const here[] = {dot, NULL};
    size_t count;
    char *const *folders = options_operands(options, &count);
    bool only_list = options_flag(options, "list"), removes = options_flag(options, "remove");
    struct trust_list list;
    struct text page;
    struct error error;
    text_init(&page, PAGE_CAP);
    int failed = only_list ? trust_list_read(&list, &error) : trust_list_open(&list, &error);
    if (!failed && only_list)
        print_list(&list, &page);
    for (folders = count ? folders : here; !failed && !only_list && *folders; folders++)
        failed = (removes ? trust_remove : trust_add)(&list, *folders, &page, &error);
    if (!failed && !only_list)
        failed = trust_list_write(&list, &error);
    if (!failed)
        failed = file_write("-", page.data, page.length, &error);
    trust_list_free(&list);
    text_free(&page);
    return failed ? verb_fail(context, &error) : EXIT_CLEAN;
}

static const struct option trust_options[] = {
    {.name = "list",
     .letter = 'l',
     .kind = OPTION_FLAG,
     .effect = EFFECT_TRUSTED,
     .help = "show what is trusted"},
    {.name = "remove",
     .kind = OPTION_FLAG,
     .effect = EFFECT_TRUSTED,
     .help = "no longer trust the project"},
    {.name = NULL},
};

const struct verb verb_trust = {
    .command =
        {.name = "trust",
         .summary = "allows the .tutti.conf of a project to execute and to write",
         .synopsis = "[DIR...] [--list | --remove]",
         .description =
             "Allows the .tutti.conf that applies in the folder (default: the current one) to set "
             "options that execute something or decide what is written, and prints it. Without "
             "that, such options count only on the command line and in the environment, and a file "
             "of another user does not count at all.\n\n"
             "What is allowed is the content that the file has now: when it changes, it must be "
             "trusted again. The list is in ~/.config/tutti/trusted, or in $XDG_CONFIG_HOME.",
         .operands = OPERANDS_ANY,
         .options = trust_options,
         .unconfigured = true},
    .run = trust_run,
};
