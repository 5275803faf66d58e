/* test_models.c: calls the models of the C library, on arguments and on real files, and checks what
 * they record. */
#include "runtime/symbolic/test_segment.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MODEL(name) extern __typeof__(name) tutti_model_##name
MODEL(atoi);
MODEL(atof);
MODEL(strtol);
MODEL(strtoul);
MODEL(sscanf);
MODEL(fscanf);
MODEL(scanf);
MODEL(fopen);
MODEL(freopen);
MODEL(fclose);
MODEL(fgets);
MODEL(fgetc);
MODEL(fread);
MODEL(getline);
MODEL(open);
MODEL(close);
MODEL(dup);
MODEL(read);
MODEL(strcpy);
MODEL(strncpy);
MODEL(strcat);
MODEL(strdup);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(memcmp);
MODEL(getenv);
MODEL(getopt);
MODEL(getopt_long);
MODEL(abs);
MODEL(toupper);
MODEL(tolower);
extern int tutti_model___isoc99_sscanf(const char *, const char *, ...); /* NOLINT */

static int open_directory(void **context)
{
    static char directory[] = "/tmp/test_models-XXXXXX";
    static char program[] = "a";
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
    open_segment(context);
    tutti_symbolic_main(1, (char *[]){program, NULL});
    return 0;
}

static int remove_directory(void **context)
{
    (void)context;
    char directory[64];
    assert_non_null(getcwd(directory, sizeof directory));
    assert_int_equal(chdir("/"), 0);
    return rmdir(directory);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fail();
}

/* Passes the words of a command as main() gets them. */
static void start_with(int count, char **words)
{
    tutti_symbolic_main(count, words);
}

static const struct symbolic_variable *variable_of(uint32_t expression)
{
    assert_int_equal(node(expression)->op, SYMBOLIC_VARIABLE);
    return &region->variables[node(expression)->a];
}

static uint32_t int_at(const int *at)
{
    return tutti_symbolic_load(at, SYMBOLIC_I32, (uint32_t)*at);
}

static uint32_t double_at(const double *at)
{
    uint64_t bits;
    memcpy(&bits, at, sizeof bits);
    return tutti_symbolic_load(at, SYMBOLIC_DOUBLE, bits);
}

static void expect_text(const struct symbolic_variable *variable, enum symbolic_source_kind kind,
                        const char *path, uint32_t offset, uint32_t length)
{
    const struct symbolic_source *source = &region->sources[variable->source];
    assert_int_equal(source->kind, kind);
    assert_string_equal(source->path, path);
    assert_int_equal(variable->offset, offset);
    assert_int_equal(variable->length, length);
}

/* Reads as HPL reads HPL.dat. */
static void test_lines(void **context)
{
    (void)context;
    char line[64], num[64];
    write_file("lines.dat", "HPL input\n12     sizes\n 29 30 Ns\n");
    FILE *file = tutti_model_fopen("lines.dat", "r");
    assert_non_null(file);
    assert_ptr_equal(tutti_model_fgets(line, sizeof line, file), line);
    assert_ptr_equal(tutti_model_fgets(line, sizeof line, file), line);
    assert_int_equal(tutti_model___isoc99_sscanf(line, "%s", num), 1);
    assert_string_equal(num, "12");
    assert_int_equal(tutti_model_atoi(num), 12);
    const struct symbolic_variable *variable = variable_of(tutti_symbolic_result);
    expect_text(variable, SYMBOLIC_FILE, "lines.dat", 10, 2);
    assert_string_equal(variable->name, "lines.dat:2:1");
    assert_ptr_equal(tutti_model_fgets(line, sizeof line, file), line);
    assert_int_equal(tutti_model_atoi(line + 3), 30);
    variable = variable_of(tutti_symbolic_result);
    expect_text(variable, SYMBOLIC_FILE, "lines.dat", 27, 2);
    assert_string_equal(variable->name, "lines.dat:3:2");
    assert_null(tutti_model_fgets(line, sizeof line, file));
    assert_int_equal(tutti_model_fclose(file), 0);
    unlink("lines.dat");
}

/* Reads as MILC reads its input: a label, then its value. */
static void test_labels(void **context)
{
    (void)context;
    char label[64];
    int n = 0;
    double mass = 0;
    write_file("input", "# comment\nnx 4\n  mass  0.25 \nlast");
    FILE *file = tutti_model_freopen("input", "r", stdin);
    assert_ptr_equal(file, stdin);
    assert_int_equal(tutti_model_scanf("%s", label), 1);
    assert_string_equal(label, "#");
    assert_int_equal(tutti_model_scanf("%*[^\n]"), 0);
    assert_int_equal(tutti_model_fscanf(stdin, "%s %d", label, &n), 2);
    assert_string_equal(label, "nx");
    assert_int_equal(n, 4);
    expect_text(variable_of(int_at(&n)), SYMBOLIC_FILE, "input", 13, 1);
    uint32_t before = event_count();
    assert_true(tutti_model_strcmp("ny", label) != 0);
    assert_int_equal(event_count(), before + 1);
    assert_string_equal(region->text + last_event()->other, "ny");
    const struct symbolic_variable *word = &region->variables[last_event()->expression];
    assert_int_equal(word->kind, SYMBOLIC_WORD);
    expect_text(word, SYMBOLIC_FILE, "input", 10, 2);
    assert_int_equal(tutti_model_fscanf(stdin, " mass%le", &mass), 1);
    assert_true(mass == 0.25);
    const struct symbolic_variable *variable = variable_of(double_at(&mass));
    expect_text(variable, SYMBOLIC_FILE, "input", 23, 4);
    assert_int_equal(variable->base, 0);
    assert_int_equal(tutti_model_fscanf(stdin, "%d", &n), 0);
    assert_int_equal(n, 4);
    assert_int_equal(tutti_model_fscanf(stdin, "%s%d", label, &n), 1);
    assert_string_equal(label, "last");
    assert_int_equal(tutti_model_fscanf(stdin, "%d", &n), EOF);
    unlink("input");
}

static void test_standard_input(void **context)
{
    (void)context;
    int n = 0;
    write_file("redirected", "5 17\n");
    int file = open("redirected", O_RDONLY);
    tutti_model_close(STDIN_FILENO);
    if (file < 0)
        fail();
    else /* as the process that starts the program */
        assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
    close(file);
    clearerr(stdin);
    assert_int_equal(fseek(stdin, 0, SEEK_SET), 0);
    assert_int_equal(tutti_model_scanf("%*d%d", &n), 1);
    assert_int_equal(n, 17);
    const struct symbolic_variable *variable = variable_of(int_at(&n));
    expect_text(variable, SYMBOLIC_INPUT, "", 2, 2);
    assert_string_equal(variable->name, "stdin:1:2");
    unlink("redirected");
}

static void test_conversions(void **context)
{
    (void)context;
    char program[] = "a", word[] = "1,0x1f:-3;7 ab%c2.5 077 12345 end", text[8], byte = 0, *made;
    start_with(2, (char *[]){program, word, NULL});
    int first = 0, third = 0, count = 0;
    unsigned second = 0;
    short fourth = 0;
    float fraction = 0;
    long octal = 0;
    int left = 0, right = 0;
    int result = tutti_model_sscanf(word, "%d,%x:%i;%hd %2[a-z]%%%c%f %lo %2d%d %ms%n", &first,
                                    &second, &third, &fourth, text, &byte, &fraction, &octal, &left,
                                    &right, &made, &count);
    assert_int_equal(result, 11);
    assert_int_equal(count, strlen(word));
    expect_text(variable_of(int_at(&first)), SYMBOLIC_ARGUMENT, "", 0, 1);
    const struct symbolic_variable *variable =
        variable_of(tutti_symbolic_load(&second, SYMBOLIC_I32, 0x1f));
    expect_text(variable, SYMBOLIC_ARGUMENT, "", 2, 4);
    assert_int_equal(variable->base, 16);
    assert_int_equal(variable->lower, 0);
    expect_text(variable_of(int_at(&third)), SYMBOLIC_ARGUMENT, "", 7, 2);
    variable = variable_of(tutti_symbolic_load(&fourth, SYMBOLIC_I16, 7));
    expect_text(variable, SYMBOLIC_ARGUMENT, "", 10, 1);
    assert_int_equal(variable->upper, INT16_MAX);
    assert_string_equal(text, "ab");
    assert_int_equal(byte, 'c');
    assert_int_equal(tutti_symbolic_load(text + 1, SYMBOLIC_I8, 'b'),
                     tutti_symbolic_load(word + 13, SYMBOLIC_I8, 'b'));
    assert_int_equal(tutti_symbolic_load(text + 2, SYMBOLIC_I8, 0), 0);
    assert_int_equal(tutti_symbolic_load(&byte, SYMBOLIC_I8, 'c'),
                     tutti_symbolic_load(word + 15, SYMBOLIC_I8, 'c'));
    uint32_t bits;
    memcpy(&bits, &fraction, sizeof bits);
    variable = variable_of(tutti_symbolic_load(&fraction, SYMBOLIC_FLOAT, bits));
    expect_text(variable, SYMBOLIC_ARGUMENT, "", 16, 3);
    variable = variable_of(tutti_symbolic_load(&octal, SYMBOLIC_I64, 077));
    expect_text(variable, SYMBOLIC_ARGUMENT, "", 20, 3);
    assert_int_equal(variable->base, 8);
    assert_int_equal(right, 345);
    expect_text(variable_of(int_at(&right)), SYMBOLIC_ARGUMENT, "", 26, 3);
    assert_string_equal(made, "end");
    assert_int_equal(tutti_symbolic_load(made, SYMBOLIC_I8, 'e'),
                     tutti_symbolic_load(word + 30, SYMBOLIC_I8, 'e'));
    free(made);
}

static void test_odd_formats(void **context)
{
    (void)context;
    /* a pointer, because compilers warn about such formats */
    int (*scan)(const char *, const char *, ...) = tutti_model___isoc99_sscanf;
    char program[] = "a", word[] = "1 2 3 4 5";
    start_with(2, (char *[]){program, word, NULL});
    int a = 0, b = 0;
    /* not supported: the usual result, without variables */
    assert_int_equal(scan(word, "%2$d %1$d", &a, &b), 2);
    assert_true(a == 2 && b == 1);
    assert_int_equal(int_at(&a), 0);
    assert_int_equal(scan(word, "%d %", &a), 1);
    assert_int_equal(scan(word, "%[", &a), 0);
    assert_int_equal(scan("", "%d", &a), EOF);
    assert_int_equal(scan(word, ""), 0);
    /* a variable that held a number of the input gets another one */
    assert_int_equal(scan(word, "%d", &a), 1);
    assert_int_not_equal(int_at(&a), 0);
    assert_int_equal(scan("1", "%d", &a), 1);
    assert_int_equal(int_at(&a), 0);
    /* more conversions than are followed; a format too long to be rewritten */
    char format[3000] = "", many[400] = "";
    for (int i = 0; i < 40; i++) {
        strcat(format, "%*d");
        strcat(many, "7 ");
    }
    strcat(format, "%n");
    char *words[] = {program, many, NULL};
    start_with(2, words);
    assert_int_equal(scan(many, format, &a), 0);
    assert_int_equal(a, strlen(many) - 1);
    memset(format, ' ', sizeof format - 1);
    memcpy(format, "%d", 2);
    memcpy(format + sizeof format - 3, "%d", 2);
    format[sizeof format - 1] = '\0';
    assert_int_equal(scan(word, format, &a, &b), 2);
    assert_int_not_equal(int_at(&a), 0);
    assert_int_equal(b, 2);
    errno = EDOM;
    scan(word, "%d", &a);
    assert_int_equal(errno, EDOM);
}

static void test_numbers(void **context)
{
    (void)context;
    char program[] = "a", word[] = "  -12z 0x10 3.5 99999999999 zz", *end;
    start_with(2, (char *[]){program, word, NULL});
    assert_int_equal(tutti_model_strtol(word, &end, 10), -12);
    assert_ptr_equal(end, word + 5);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_ARGUMENT, "", 2, 3);
    assert_int_equal(tutti_model_strtoul(word + 6, NULL, 0), 16);
    assert_int_equal(variable_of(tutti_symbolic_result)->base, 16);
    assert_true(tutti_model_atof(word + 11) == 3.5);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_ARGUMENT, "", 12, 3);
    /* a base in which no number can be written for the next test */
    assert_int_equal(tutti_model_strtol(word + 28, NULL, 36), 35 * 36 + 35);
    assert_int_equal(tutti_symbolic_result, 0);
    errno = 0;
    assert_int_equal(tutti_model_strtol("9999999999999999999999", NULL, 10), LONG_MAX);
    assert_int_equal(errno, ERANGE);
}

static void test_bytes(void **context)
{
    (void)context;
    char text[8] = "", *line = NULL;
    size_t room = 0;
    write_file("bytes", "12\n345\n6");
    FILE *file = tutti_model_fopen("bytes", "r");
    /* a program that reads byte by byte */
    for (int i = 0; i < 2; i++) {
        text[i] = (char)tutti_model_fgetc(file);
        uint32_t byte = tutti_symbolic_unary(SYMBOLIC_TRUNCATE, SYMBOLIC_I8, tutti_symbolic_result,
                                             (unsigned char)text[i], (unsigned char)text[i]);
        tutti_symbolic_store(text + i, SYMBOLIC_I8, byte, (unsigned char)text[i]);
    }
    assert_int_equal(tutti_model_atoi(text), 12);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_FILE, "bytes", 0, 2);
    assert_int_equal(tutti_model_fgetc(file), '\n');
    assert_int_equal(tutti_model_getline(&line, &room, file), 4);
    assert_int_equal(tutti_model_atoi(line), 345);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_FILE, "bytes", 3, 3);
    assert_int_equal(tutti_model_fread(text, 2, 3, file), 0); /* half an item */
    text[1] = '\0';
    assert_int_equal(tutti_model_atoi(text), 6);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_FILE, "bytes", 7, 1);
    assert_int_equal(tutti_model_fgetc(file), EOF);
    assert_int_equal(tutti_symbolic_result, 0);
    free(line);
    tutti_model_fclose(file);
    int descriptor = tutti_model_open("./bytes", O_RDONLY), other = tutti_model_dup(descriptor);
    lseek(descriptor, 3, SEEK_SET);
    assert_int_equal(tutti_model_read(other, text, 4), 4);
    text[4] = '\0';
    assert_int_equal(tutti_model_atoi(text), 345);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_FILE, "./bytes", 3, 3);
    tutti_model_close(descriptor);
    tutti_model_close(other);
    unlink("bytes");
}

static void test_what_is_no_input(void **context)
{
    (void)context;
    char text[64];
    int n = 0, ends[2];
    /* a file that the program itself has written */
    FILE *file = tutti_model_fopen("own", "w");
    fputs("12 13", file);
    tutti_model_fclose(file);
    rename("own", "renamed");
    file = tutti_model_fopen("renamed", "r");
    assert_int_equal(tutti_model_fscanf(file, "%d", &n), 1);
    assert_int_equal(n, 12);
    assert_int_equal(int_at(&n), 0);
    tutti_model_fclose(file);
    file = tutti_model_fopen("renamed", "w+");
    fputs("14", file);
    assert_int_equal(fseek(file, 0, SEEK_SET), 0);
    assert_int_equal(tutti_model_fscanf(file, "%d", &n), 1);
    assert_int_equal(int_at(&n), 0);
    tutti_model_fclose(file);
    unlink("renamed");
    /* a file elsewhere, and input without positions */
    file = tutti_model_fopen("/proc/self/stat", "r");
    assert_int_equal(tutti_model_fscanf(file, "%d", &n), 1);
    assert_int_equal(n, getpid());
    assert_int_equal(int_at(&n), 0);
    tutti_model_fclose(file);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "15\n", 3), 3);
    close(ends[1]);
    file = fdopen(ends[0], "r");
    errno = EDOM;
    assert_ptr_equal(tutti_model_fgets(text, sizeof text, file), text);
    assert_int_equal(errno, EDOM);
    assert_int_equal(tutti_model_atoi(text), 15);
    assert_int_equal(tutti_symbolic_result, 0);
    tutti_model_fclose(file);
    assert_null(tutti_model_fopen("missing", "r"));
    assert_int_equal(errno, ENOENT);
}

static void test_copies_of_texts(void **context)
{
    (void)context;
    char program[] = "a", word[] = "n=42", text[16], other[16];
    start_with(2, (char *[]){program, word, NULL});
    assert_ptr_equal(tutti_model_strcpy(text, word), text);
    assert_int_equal(tutti_model_atoi(text + 2), 42);
    uint32_t x = tutti_symbolic_result;
    expect_text(variable_of(x), SYMBOLIC_ARGUMENT, "", 2, 2);
    tutti_model_strncpy(other, text + 2, sizeof other);
    assert_int_equal(tutti_model_atoi(other), 42);
    assert_int_equal(tutti_symbolic_result, x);
    strcpy(text, " ");
    assert_ptr_equal(tutti_model_strcat(text, other), text);
    char *copy = tutti_model_strdup(text);
    assert_string_equal(copy, " 42");
    assert_int_equal(tutti_model_atoi(copy), 42);
    assert_int_equal(tutti_symbolic_result, x);
    free(copy);
    /* and the text that strtok_r() leaves */
    char list[] = "1,22,333";
    start_with(2, (char *[]){program, list, NULL});
    tutti_model_strcpy(text, list);
    char *rest;
    strtok_r(text, ",", &rest);
    assert_int_equal(tutti_model_atoi(strtok_r(NULL, ",", &rest)), 22);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_ARGUMENT, "", 2, 2);
}

static void test_comparisons(void **context)
{
    (void)context;
    char program[] = "a", word[] = "--file=x";
    start_with(2, (char *[]){program, word, NULL});
    uint32_t before = event_count();
    assert_int_equal(tutti_model_strncmp(word, "--file=", 7), 0);
    assert_int_equal(event_count(), before + 1);
    assert_int_equal(last_event()->value, 7);
    assert_int_equal(last_event()->taken, 1);
    expect_text(&region->variables[last_event()->expression], SYMBOLIC_ARGUMENT, "", 0, 8);
    assert_int_equal(tutti_model_strcasecmp("--FILE=X", word), 0);
    assert_int_equal(last_event()->taken, 1);
    assert_string_equal(region->text + last_event()->other, "--FILE=X");
    assert_true(tutti_model_memcmp(word, "-q", 2) != 0);
    assert_int_equal(last_event()->taken, 0);
    assert_string_equal(region->text + last_event()->other, "-q");
    assert_int_equal(event_count(), before + 3);
    assert_int_equal(tutti_model_strncmp(word, "", 0), 0);
    assert_int_equal(event_count(), before + 3);
}

static void test_comparisons_of_bytes(void **context)
{
    (void)context;
    char program[] = "a", word[] = "Ab";
    segment->flags = SYMBOLIC_ARGUMENT_BYTES;
    start_with(2, (char *[]){program, word, NULL});
    segment->flags = 0;
    uint32_t before = event_count();
    int order = tutti_model_strcmp(word, "xy");
    uint32_t result = tutti_symbolic_result;
    assert_true(order < 0);
    assert_int_equal(node(result)->op, SYMBOLIC_CHOOSE);
    assert_int_equal(node(result)->value, (uint32_t)order);
    assert_int_equal(node(node(result)->b)->value, 0);
    const struct symbolic_node *both = node(node(result)->a);
    assert_int_equal(both->op, SYMBOLIC_AND);
    assert_int_equal(node(both->a)->op, SYMBOLIC_EQUAL);
    assert_int_equal(node(both->b)->op, SYMBOLIC_EQUAL);
    assert_int_equal(tutti_model_strcmp("Ab", word), 0);
    assert_int_equal(node(tutti_symbolic_result)->value, 0);
    assert_int_equal(tutti_model_strcasecmp(word, "aB"), 0);
    assert_int_equal(node(tutti_symbolic_result)->value, 0);
    assert_int_equal(node(node(tutti_symbolic_result)->a)->value, 1);
    assert_true(tutti_model_strcmp(word, "longer") != 0);
    assert_int_equal(tutti_symbolic_result, 0);
    assert_int_equal(event_count(), before);
}

static void test_environment(void **context)
{
    (void)context;
    setenv("TEST_SIZE", "31", 1);
    assert_int_equal(tutti_model_atoi(tutti_model_getenv("TEST_SIZE")), 31);
    assert_int_equal(tutti_symbolic_result, 0);
    strcpy(segment->patterns[0], "env:TEST_SIZE");
    segment->pattern_count = 1;
    assert_int_equal(tutti_model_atoi(tutti_model_getenv("TEST_SIZE")), 31);
    segment->pattern_count = 0;
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_ENVIRONMENT, "TEST_SIZE", 0, 2);
    assert_null(tutti_model_getenv("TEST_NOTHING"));
}

static void expect_words(uint32_t from, const char *const *words)
{
    for (; *words; words++, from++) {
        assert_true(from < event_count());
        assert_int_equal(region->events[from].kind, EVENT_TEXT);
        assert_string_equal(region->text + region->events[from].other, *words);
    }
    assert_int_equal(from, event_count());
}

/* The samples of texts for more conversions, or fewer. */
static void test_samples(void **context)
{
    (void)context;
    char program[] = "a", first[] = "12", second[] = "3:4", third[] = "size 7\n";
    char *words[] = {program, first, second, third, NULL};
    int a, b;
    char by, text[8], unit[8];
    start_with(4, words);
    uint32_t before = event_count();
    assert_int_equal(tutti_model_sscanf(first, "%d%c%d", &a, &by, &b), 1);
    expect_words(before, (const char *const[]){"x", "1x", "1x1", NULL});
    before = event_count();
    assert_int_equal(tutti_model_sscanf(second, "%d:%d", &a, &b), 2);
    expect_words(before, (const char *const[]){"x", "1", NULL});
    before = event_count();
    assert_int_equal(tutti_model_sscanf(third, "%7s %d%7s", text, &a, unit), 2);
    expect_words(before, (const char *const[]){"x", "x 1x", NULL});
    assert_int_equal(region->variables[last_event()->expression].length, 6);
    before = event_count();
    assert_int_equal(tutti_model_sscanf("5", "%d%d", &a, &b), 1); /* from no input */
    assert_int_equal(event_count(), before);
}

static void test_missing_file(void **context)
{
    (void)context;
    char program[] = "a";
    start_with(1, (char *[]){program, NULL});
    errno = 0;
    assert_null(tutti_model_fopen("nowhere.txt", "r"));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(last_event()->kind, EVENT_BRANCH);
    assert_int_equal(last_event()->taken, 0);
    const struct symbolic_variable *variable = variable_of(node(last_event()->expression)->a);
    assert_int_equal(variable->kind, SYMBOLIC_EXISTS);
    assert_string_equal(region->sources[variable->source].path, "nowhere.txt");
    assert_int_equal(variable->upper, 1);
    uint32_t before = event_count();
    assert_null(tutti_model_fopen("../nowhere.txt", "r")); /* does not belong to the test */
    assert_null(tutti_model_fopen("nowhere/at/all", "w")); /* the program wants to make it */
    assert_int_equal(event_count(), before);
}

static void test_options(void **context)
{
    (void)context;
    static const struct option options[] = {{"size", required_argument, NULL, 's'},
                                            {"quiet", no_argument, NULL, 'q'},
                                            {NULL, 0, NULL, 0}};
    char program[] = "a", first[] = "-vn5", second[] = "--size=7", third[] = "rest";
    char *words[] = {program, first, second, third, NULL};
    start_with(4, words);
    uint32_t counted = tutti_symbolic_arguments[0]; /* the caller sets it each time */
    optind = 1;
    uint32_t before = event_count();
    assert_int_equal(tutti_model_getopt_long(4, words, "+n:v", options, NULL), 'v');
    assert_int_equal(event_count(), before + 5); /* argc, -n..., -v, --size, --quiet */
    assert_int_equal(region->events[before].kind, EVENT_BRANCH);
    assert_int_equal(region->events[before++].taken, 1);
    assert_string_equal(region->text + region->events[before].other, "-n");
    assert_int_equal(region->events[before].value, 2);
    assert_int_equal(region->events[before].taken, 0);
    assert_string_equal(region->text + last_event()->other, "--quiet");
    tutti_symbolic_arguments[0] = counted;
    assert_int_equal(tutti_model_getopt_long(4, words, "+n:v", options, NULL), 'n');
    assert_int_equal(event_count(), before + 4); /* the same word */
    assert_int_equal(tutti_model_atoi(optarg), 5);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_ARGUMENT, "", 3, 1);
    tutti_symbolic_arguments[0] = counted;
    assert_int_equal(tutti_model_getopt_long(4, words, "+n:v", options, NULL), 's');
    assert_int_equal(tutti_model_atoi(optarg), 7);
    expect_text(variable_of(tutti_symbolic_result), SYMBOLIC_ARGUMENT, "", 7, 1);
    assert_int_equal(event_count(), before + 9); /* argc again, and the options */
    tutti_symbolic_arguments[0] = counted;
    assert_int_equal(tutti_model_getopt_long(4, words, "+n:v", options, NULL), -1);
    assert_int_equal(optind, 3);
    assert_int_equal(event_count(), before + 14);
}

static void test_options_need_words(void **context)
{
    (void)context;
    char program[] = "a", first[] = "-n";
    char *words[] = {program, first, NULL};
    start_with(2, words);
    uint32_t counted = tutti_symbolic_arguments[0];
    optind = 1;
    opterr = 0;
    assert_int_equal(tutti_model_getopt(2, words, ":n:v"), ':');
    assert_int_equal(last_event()->kind, EVENT_BRANCH);
    assert_int_equal(last_event()->taken, 0);
    assert_int_equal(node(last_event()->expression)->a, counted);
    tutti_symbolic_arguments[0] = 0;
}

static void test_absolute_values(void **context)
{
    (void)context;
    char program[] = "a", word[] = "-6";
    start_with(2, (char *[]){program, word, NULL});
    int value = tutti_model_atoi(word);
    tutti_symbolic_arguments[0] = tutti_symbolic_result;
    assert_int_equal(tutti_model_abs(value), 6);
    assert_int_equal(node(tutti_symbolic_result)->op, SYMBOLIC_ABSOLUTE);
    assert_int_equal(node(tutti_symbolic_result)->value, 6);
    tutti_symbolic_arguments[0] = 0;
    assert_int_equal(tutti_model_abs(-4), 4);
    assert_int_equal(tutti_symbolic_result, 0);
}

static void test_cases_of_letters(void **context)
{
    (void)context;
    char program[] = "a", word[] = "b", upper;
    start_with(2, (char *[]){program, word, NULL});
    uint32_t origin = tutti_symbolic_load(word, SYMBOLIC_I8, 'b');
    tutti_symbolic_arguments[0] = origin;
    assert_int_equal(tutti_model_toupper('b'), 'B');
    assert_int_equal(tutti_symbolic_result, origin);
    upper = 'B';
    tutti_symbolic_store(&upper, SYMBOLIC_I8, origin, 'B');
    assert_int_equal(tutti_symbolic_load(&upper, SYMBOLIC_I8, 'B'), origin);
    segment->flags = SYMBOLIC_ARGUMENT_BYTES;
    start_with(2, (char *[]){program, word, NULL});
    segment->flags = 0;
    uint32_t byte = tutti_symbolic_load(word, SYMBOLIC_I8, 'b');
    uint32_t wide = tutti_symbolic_unary(SYMBOLIC_EXTEND_SIGN, SYMBOLIC_I32, byte, 'b', 'b');
    tutti_symbolic_arguments[0] = wide;
    assert_int_equal(tutti_model_toupper('b'), 'B');
    assert_int_equal(node(tutti_symbolic_result)->op, SYMBOLIC_CHOOSE);
    assert_int_equal(node(tutti_symbolic_result)->value, 'B');
    assert_int_equal(node(node(tutti_symbolic_result)->a)->value, 1);
    assert_int_equal(node(tutti_symbolic_result)->c, wide);
    tutti_symbolic_arguments[0] = wide;
    assert_int_equal(tutti_model_tolower('b'), 'b');
    assert_int_equal(node(node(tutti_symbolic_result)->a)->value, 0);
    tutti_symbolic_arguments[0] = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_odd_formats),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_what_is_no_input),
        cmocka_unit_test(test_copies_of_texts),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_comparisons_of_bytes),
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_options_need_words),
        cmocka_unit_test(test_absolute_values),
        cmocka_unit_test(test_cases_of_letters),
    };
    return cmocka_run_group_tests(tests, open_directory, remove_directory);
}
