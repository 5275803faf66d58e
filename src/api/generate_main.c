/* generate_main.c: tutti-api-generate, the tool of the build that turns mpi.api into an mpi.h for
 * each family (--declare) and into wrappers (--template), compares it with an installed header
 * (--check), or writes the manual page (--manual). */
#include "api/check.h"
#include "api/constants.h"
#include "api/declare.h"
#include "api/generate.h"
#include "api/manual.h"
#include "api/prototype.h"
#include "api/table.h"
#include "api/template.h"
#include "base/error.h"
#include "base/file.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { OUTPUT_MAX = 64 * 1024 * 1024 };

struct request {
    const char *table, *constants, *header, *flavour, *template, *output;
    bool check, declare, manual, fortran;
};

static int generate_usage(void)
{
    fputs("usage: tutti-api-generate --table=FILE --header=MPI.I --flavour=NAME"
          " --template=FILE --output=FILE\n"
          "       tutti-api-generate --check --table=FILE --header=MPI.I --flavour=NAME\n"
          "       tutti-api-generate --declare --table=FILE --constants=FILE [--flavour=NAME] "
          "--output=DIRECTORY\n"
          "       tutti-api-generate --fortran --table=FILE --flavour=NAME\n"
          "       tutti-api-generate --manual --table=FILE --output=FILE\n"
          "MPI.I is what cc -E -P makes of mpi.h; --output=- is the standard output.\n"
          "--declare writes mpi.h, functions.h and constants.h of a family; without one, a\n"
          "constants.h with the names that any family has.\n"
          "--fortran lists the Fortran symbols that need wrappers of their own.\n",
          stderr);
    return ERROR_USAGE;
}

static int generate_main_run_check(const struct request *request, const struct api_table *table,
                                   struct error *error)
{
    struct prototypes header;
    struct api_check check;
    int result = prototypes_read(request->header, &header, error);
    if (result == 0) {
        api_check_header(table, &header, &check);
        fputs(check.sentences.data, stdout);
        printf("%s: %zu functions compared, %zu of them for large counts, %zu of the tool"
               " interface; %zu faults\n",
               request->flavour, check.compared, check.large, check.tool, check.faults);
        if (check.faults > 0)
            result = error_set(error, ERROR_FAILED, "%s and %s do not agree", request->table,
                               request->header);
        api_check_free(&check);
    }
    prototypes_free(&header);
    return result;
}

static int run_template(const struct request *request, const struct api_table *table,
                        struct error *error)
{
    struct prototypes header = {0};
    struct template template;
    struct text out;
    text_init(&out, OUTPUT_MAX);
    int result = template_read(request->template, table, &template, error);
    if (result == 0)
        result = prototypes_read(request->header, &header, error);
    if (result == 0)
        result = generate(&template, table, &header, request->flavour, &out, error);
    if (result == 0)
        result = file_write(request->output, out.data, out.length, error);
    text_free(&out);
    prototypes_free(&header);
    template_free(&template);
    return result;
}

/* Writes a file of --declare. */
static int write_part(const struct request *request, const char *name, const struct text *text,
                      struct error *error)
{
    char path[PATH_MAX];
    if (text->cut || snprintf(path, sizeof path, "%s/%s", request->output, name) >= PATH_MAX)
        return error_set(error, ERROR_FAILED, "%s/%s: too large", request->output, name);
    return file_write(path, text->data, text->length, error);
}

static int run_declare(const struct request *request, const struct api_table *table,
                       struct error *error)
{
    struct constants constants;
    struct text header, functions, list;
    enum api_family family = request->flavour ? api_family_find(request->flavour) : FAMILY_COUNT;
    if (request->flavour && family == FAMILY_COUNT)
        return error_set(error, ERROR_USAGE, "%s is no family of MPI libraries", request->flavour);
    text_init(&header, OUTPUT_MAX);
    text_init(&functions, OUTPUT_MAX);
    text_init(&list, OUTPUT_MAX);
    int result = constants_read(request->constants, &constants, error);
    if (result == 0) {
        constants_write_list(&constants, family, &list);
        result = write_part(request, "constants.h", &list, error);
    }
    if (result == 0 && request->flavour) {
        declare_functions(table, request->flavour, &functions);
        declare_header(&constants, request->flavour, "functions.h", &header);
        result = write_part(request, "functions.h", &functions, error);
    }
    if (result == 0 && request->flavour)
        result = write_part(request, "mpi.h", &header, error);
    text_free(&list);
    text_free(&functions);
    text_free(&header);
    constants_free(&constants);
    return result;
}

static void run_fortran(const struct request *request, const struct api_table *table)
{
    for (size_t i = 0; i < table->function_count; i++) {
        if (!api_function_direct(table->functions[i], request->flavour))
            continue;
        struct text symbols;
        text_init(&symbols, ERROR_TEXT_MAX);
        generate_fortran_symbols(table->functions[i], request->flavour, &symbols);
        for (char *at = symbols.data; (at = strchr(at, ' '));)
            *at = '\n';
        puts(symbols.data);
        text_free(&symbols);
    }
}

static int run_manual(const struct request *request, const struct api_table *table,
                      struct error *error)
{
    struct text out;
    text_init(&out, OUTPUT_MAX);
    manual_write(table, &out);
    int result = file_write(request->output, out.data, out.length, error);
    text_free(&out);
    return result;
}

static bool parse_arguments(int argc, char **argv, struct request *request)
{
    static const struct option options[] = {
        {"table", required_argument, NULL, 't'},
        {"header", required_argument, NULL, 'h'},
        {"flavour", required_argument, NULL, 'f'},
        {"template", required_argument, NULL, 'p'},
        {"output", required_argument, NULL, 'o'},
        {"constants", required_argument, NULL, 'n'},
        {"check", no_argument, NULL, 'c'},
        {"declare", no_argument, NULL, 'd'},
        {"manual", no_argument, NULL, 'm'},
        {"fortran", no_argument, NULL, 'F'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        const char **value = option == 't'   ? &request->table
                             : option == 'h' ? &request->header
                             : option == 'n' ? &request->constants
                             : option == 'f' ? &request->flavour
                             : option == 'p' ? &request->template
                             : option == 'o' ? &request->output
                                             : NULL;
        if (value)
            *value = optarg;
        else if (option == 'c')
            request->check = true;
        else if (option == 'd')
            request->declare = true;
        else if (option == 'm')
            request->manual = true;
        else if (option == 'F')
            request->fortran = true;
        else
            return false;
    }
    if (optind != argc || !request->table)
        return false;
    if (request->manual)
        return request->output != NULL;
    if (request->declare)
        return request->constants && request->output;
    if (request->fortran)
        return request->flavour != NULL;
    return request->header && request->flavour &&
           (request->check || (request->template && request->output));
}

int main(int argc, char **argv)
{
    struct request request = {0};
    struct error error;
    struct api_table *table;
    if (!parse_arguments(argc, argv, &request))
        return generate_usage();
    int result = api_table_read(request.table, &table, &error);
    if (result == 0) {
        if (request.manual)
            result = run_manual(&request, table, &error);
        else if (request.declare)
            result = run_declare(&request, table, &error);
        else if (request.fortran)
            run_fortran(&request, table);
        else if (request.check)
            result = generate_main_run_check(&request, table, &error);
        else
            result = run_template(&request, table, &error);
        api_table_free(table);
    }
    if (result == 0 && fflush(stdout) != 0)
        result = error_errno(&error, "cannot write to the standard output");
    if (result == 0)
        return 0;
    fprintf(stderr, "tutti-api-generate: %s\n", error.text);
    return (int)error.kind;
}
