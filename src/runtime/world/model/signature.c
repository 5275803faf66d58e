#include "runtime/world/model/signature.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All named constants of MPI, for any flavour: ranks and scheduler number them alike. */
static const struct {
    const char *kind, *name;
} constants[] = {
#define CONSTANT(kind, name) {#kind, #name},
#include TUTTI_MPI_NAMES
#undef CONSTANT
};

enum constant_index {
#define CONSTANT(kind, name) INDEX_##kind##_##name,
#include TUTTI_MPI_NAMES
#undef CONSTANT
    CONSTANT_COUNT
};

enum {
    F90_MARK = 31, /* bits of the code of a Fortran type by precision and range */
    F90_KIND = 28,
    F90_PRECISION = 16,
};

signature_code signature_code_of(const char *name)
{
    for (size_t i = 0; i < CONSTANT_COUNT; i++)
        if (strcmp(constants[i].kind, "datatype") == 0 && strcmp(constants[i].name, name) == 0)
            return (signature_code)(i + 1);
    return SIGNATURE_NO_CODE;
}

signature_code signature_code_of_f90(enum signature_f90 kind, int precision, int range)
{
    return 1u << F90_MARK | (signature_code)kind << F90_KIND |
           ((signature_code)(precision + 1) & 0xfffu) << F90_PRECISION |
           ((signature_code)(range + 1) & 0xffffu);
}

const char *signature_code_name(signature_code code, char *name, size_t size)
{
    static const char *const f90[] = {"real", "complex", "integer", "?"};
    if (code >> F90_MARK) {
        int precision = (int)(code >> F90_PRECISION & 0xfff) - 1;
        int range = (int)(code & 0xffff) - 1;
        const char *kind = f90[code >> F90_KIND & 3];
        if (precision < 0)
            snprintf(name, size, "MPI_Type_create_f90_%s(range %d)", kind, range);
        else if (range < 0)
            snprintf(name, size, "MPI_Type_create_f90_%s(%d)", kind, precision);
        else
            snprintf(name, size, "MPI_Type_create_f90_%s(%d, %d)", kind, precision, range);
    } else {
        size_t index = (size_t)code - 1;
        snprintf(name, size, "%s",
                 index < CONSTANT_COUNT ? constants[index].name : "a type without a name");
    }
    return name;
}

/* Numbers of elements and bytes saturate instead of wrapping around. */
static uint64_t times_saturating(uint64_t left, uint64_t right)
{
    uint64_t product;
    return __builtin_mul_overflow(left, right, &product) ? UINT64_MAX : product;
}

static uint64_t plus_saturating(uint64_t left, uint64_t right)
{
    uint64_t sum;
    return __builtin_add_overflow(left, right, &sum) ? UINT64_MAX : sum;
}

/* The fingerprint of codes c1 ... cn is the sum of ci * BASE^(n-i) modulo PRIME. Together with
 * BASE^n, the fingerprints of two sequences give that of their concatenation. */
struct fingerprint {
    uint64_t hash, power;
};

static const uint64_t PRIME = (UINT64_C(1) << 61) - 1;
static const uint64_t BASE = UINT64_C(0x12d8a3c75e914b6f); /* any number without a pattern */

static uint64_t modulo_sum(uint64_t left, uint64_t right)
{
    uint64_t sum = left + right;
    return sum >= PRIME ? sum - PRIME : sum;
}

static uint64_t modulo_product(uint64_t left, uint64_t right)
{
    unsigned __int128 product = (unsigned __int128)left * right;
    return modulo_sum((uint64_t)product & PRIME, (uint64_t)(product >> 61));
}

static struct fingerprint fingerprint_join(struct fingerprint first, struct fingerprint second)
{
    return (struct fingerprint){
        modulo_sum(modulo_product(first.hash, second.power), second.hash),
        modulo_product(first.power, second.power),
    };
}

static const struct fingerprint fingerprint_empty = {0, 1};

static struct fingerprint fingerprint_repeat(struct fingerprint of, uint64_t repeat)
{
    struct fingerprint all = fingerprint_empty;
    for (; repeat > 0; repeat >>= 1) {
        if (repeat & 1)
            all = fingerprint_join(all, of);
        of = fingerprint_join(of, of);
    }
    return all;
}

static struct fingerprint fingerprint_of_code(signature_code code)
{
    return (struct fingerprint){code, BASE};
}

static uint64_t power_of(uint64_t elements)
{
    return fingerprint_repeat(fingerprint_of_code(0), elements).power;
}

static struct fingerprint fingerprint_of(const struct signature *signature, uint64_t count)
{
    struct fingerprint one = {signature->hash, power_of(signature->elements)};
    return fingerprint_repeat(one, count);
}

/* Returns the number of elements in a sequence of runs, and its fingerprint. */
static uint64_t signature_measure(const struct signature_run *runs, size_t count,
                                  struct fingerprint *print)
{
    uint64_t elements = 0;
    *print = fingerprint_empty;
    for (size_t at = 0; at < count; at += 1 + runs[at].span) {
        uint64_t body = 1;
        struct fingerprint one = fingerprint_of_code(runs[at].code);
        if (runs[at].span)
            body = signature_measure(&runs[at + 1], runs[at].span, &one);
        elements = plus_saturating(elements, times_saturating(body, runs[at].repeat));
        *print = fingerprint_join(*print, fingerprint_repeat(one, runs[at].repeat));
    }
    return elements;
}

/* Returns the fingerprint of the first `length` elements; there must be more. */
static struct fingerprint prefix_of_runs(const struct signature_run *runs, uint64_t length)
{
    struct fingerprint print = fingerprint_empty;
    for (const struct signature_run *run = runs; length > 0; run += 1 + run->span) {
        uint64_t body = 1;
        struct fingerprint one = fingerprint_of_code(run->code);
        if (run->span)
            body = signature_measure(run + 1, run->span, &one);
        uint64_t whole = length / body < run->repeat ? length / body : run->repeat;
        print = fingerprint_join(print, fingerprint_repeat(one, whole));
        length -= whole * body;
        if (whole < run->repeat && length > 0)
            return fingerprint_join(print, prefix_of_runs(run + 1, length));
    }
    return print;
}

/* Gives the fingerprint of the first `length` elements of a message that has at least as many;
 * false: it is unknown. */
static bool prefix_of(const struct signature *signature, uint64_t length, struct fingerprint *print)
{
    *print = fingerprint_empty;
    if (length == 0)
        return true;
    uint64_t rest = length % signature->elements;
    *print = fingerprint_of(signature, length / signature->elements);
    if (rest > 0 && signature->flags & SIGNATURE_OPAQUE)
        return false;
    *print = fingerprint_join(*print, prefix_of_runs(signature->runs, rest));
    return true;
}

static signature_code code_at(const struct signature *signature, uint64_t index)
{
    const struct signature_run *run = signature->runs;
    index %= signature->elements;
    for (;;) {
        struct fingerprint ignored;
        uint64_t body = run->span ? signature_measure(run + 1, run->span, &ignored) : 1;
        uint64_t elements = times_saturating(body, run->repeat);
        if (index >= elements) {
            index -= elements;
            run += 1 + run->span;
        } else if (run->span) {
            index %= body;
            run++;
        } else {
            return run->code;
        }
    }
}

static struct signature *signature_allocate(size_t run_count)
{
    return calloc(1, sizeof(struct signature) + run_count * sizeof(struct signature_run));
}

struct signature *signature_of_code(signature_code code, uint64_t bytes)
{
    struct signature *signature = signature_allocate(1);
    if (!signature)
        return NULL;
    signature->elements = 1;
    signature->bytes = bytes;
    signature->hash = fingerprint_of_code(code).hash;
    signature->flags = code == INDEX_datatype_MPI_PACKED + 1 ? SIGNATURE_PACKED : 0;
    signature->run_count = 1;
    signature->runs[0] = (struct signature_run){.repeat = 1, .code = code};
    return signature;
}

/* A signature to which parts are appended. */
struct builder {
    struct signature *whole; /* with room for `room` runs */
    size_t room;
    size_t last; /* index of its last run outside of groups */
    struct fingerprint print;
};

static bool is_one_run(const struct signature *signature)
{
    return signature->run_count == 1 + signature->runs[0].span;
}

/* Returns whether a run only extends the last one: both are of the same type and not groups. */
static bool extends_last(const struct builder *builder, const struct signature_run *run)
{
    const struct signature *whole = builder->whole;
    return whole->run_count > 0 && builder->last == whole->run_count - 1 && run->span == 0 &&
           whole->runs[builder->last].span == 0 && whole->runs[builder->last].code == run->code;
}

static void add_runs(struct builder *builder, const struct signature_run *runs, size_t count)
{
    struct signature *whole = builder->whole;
    if (count > 0 && extends_last(builder, runs)) {
        uint64_t *repeat = &whole->runs[builder->last].repeat;
        *repeat = plus_saturating(*repeat, runs[0].repeat);
        runs++;
        count--;
    }
    if (whole->run_count + count > builder->room) {
        whole->flags |= SIGNATURE_OPAQUE;
        return;
    }
    for (size_t at = 0; at < count; at += 1 + runs[at].span)
        builder->last = whole->run_count + at;
    memcpy(&whole->runs[whole->run_count], runs, count * sizeof *runs);
    whole->run_count += (uint32_t)count;
}

static void add_group(struct builder *builder, const struct signature *of, uint64_t repeat)
{
    struct signature *whole = builder->whole;
    if (whole->run_count + 1 + of->run_count > builder->room) {
        whole->flags |= SIGNATURE_OPAQUE;
        return;
    }
    builder->last = whole->run_count;
    whole->runs[whole->run_count++] = (struct signature_run){repeat, of->run_count, 0};
    memcpy(&whole->runs[whole->run_count], of->runs, of->run_count * sizeof *of->runs);
    whole->run_count += of->run_count;
}

static void signature_add_part(struct builder *builder, const struct signature *of, uint64_t repeat)
{
    struct signature *whole = builder->whole;
    whole->elements = plus_saturating(whole->elements, signature_elements(of, repeat));
    whole->bytes = plus_saturating(whole->bytes, signature_bytes(of, repeat));
    builder->print = fingerprint_join(builder->print, fingerprint_of(of, repeat));
    whole->flags |= of->flags;
    if (whole->flags & SIGNATURE_OPAQUE)
        return;
    if (repeat == 1) {
        add_runs(builder, of->runs, of->run_count);
    } else if (is_one_run(of) && of->runs[0].span == 0) {
        struct signature_run run = of->runs[0];
        run.repeat = times_saturating(run.repeat, repeat);
        add_runs(builder, &run, 1);
    } else if (is_one_run(of)) {
        size_t at = whole->run_count;
        add_runs(builder, of->runs, of->run_count);
        if (!(whole->flags & SIGNATURE_OPAQUE))
            whole->runs[at].repeat = times_saturating(of->runs[0].repeat, repeat);
    } else {
        add_group(builder, of, repeat);
    }
}

static bool signature_same(const struct signature *left, const struct signature *right)
{
    return left->elements == right->elements && left->bytes == right->bytes &&
           left->hash == right->hash;
}

struct signature *signature_join(const struct signature_part *parts, size_t count)
{
    size_t room = 0;
    for (size_t i = 0; i < count && room < SIGNATURE_RUNS_MAX; i++)
        room += 1 + parts[i].of->run_count;
    if (room > SIGNATURE_RUNS_MAX)
        room = SIGNATURE_RUNS_MAX;
    struct builder builder = {signature_allocate(room), room, 0, fingerprint_empty};
    struct signature *whole = builder.whole;
    if (!whole)
        return NULL;
    for (size_t i = 0, next; i < count; i = next) {
        /* Equal neighbours become one repeat. */
        uint64_t repeat = 0;
        for (next = i; next < count && signature_same(parts[next].of, parts[i].of); next++)
            repeat = plus_saturating(repeat, parts[next].repeat);
        if (repeat > 0 && parts[i].of->elements > 0)
            signature_add_part(&builder, parts[i].of, repeat);
    }
    whole->hash = builder.print.hash;
    if (whole->flags & SIGNATURE_OPAQUE)
        whole->run_count = 0;
    struct signature *smaller = realloc(whole, signature_size(whole));
    return smaller ? smaller : whole;
}

size_t signature_size(const struct signature *signature)
{
    return sizeof *signature + signature->run_count * sizeof *signature->runs;
}

static bool valid_runs(const struct signature_run *runs, size_t count)
{
    for (size_t at = 0; at < count; at += 1 + runs[at].span) {
        const struct signature_run *run = &runs[at];
        if (run->repeat == 0 || run->span >= count - at || (run->span == 0) == (run->code == 0))
            return false;
        if (run->span && !valid_runs(run + 1, run->span))
            return false;
    }
    return true;
}

bool signature_valid(const void *block, size_t size)
{
    const struct signature *signature = block;
    if (size < sizeof *signature || signature->run_count > SIGNATURE_RUNS_MAX ||
        signature_size(signature) > size ||
        signature->flags & ~(uint32_t)(SIGNATURE_OPAQUE | SIGNATURE_PACKED))
        return false;
    if (signature->flags & SIGNATURE_OPAQUE)
        return signature->run_count == 0 && signature->elements > 0 && signature->hash < PRIME;
    struct fingerprint print;
    return valid_runs(signature->runs, signature->run_count) &&
           signature_measure(signature->runs, signature->run_count, &print) ==
               signature->elements &&
           print.hash == signature->hash;
}

uint64_t signature_elements(const struct signature *signature, uint64_t count)
{
    return times_saturating(signature->elements, count);
}

uint64_t signature_bytes(const struct signature *signature, uint64_t count)
{
    return times_saturating(signature->bytes, count);
}

uint64_t signature_hash(const struct signature *signature, uint64_t count)
{
    /* Mixes in the length: sequences of different lengths with equal polynomials differ. */
    uint64_t length = signature_elements(signature, count);
    return (fingerprint_of(signature, count).hash ^ length * UINT64_C(0x9e3779b97f4a7c15)) + length;
}

/* Finds the first difference by bisection of the length of the common prefix. */
static struct signature_verdict first_difference(const struct signature *sent,
                                                 const struct signature *received, uint64_t length)
{
    struct signature_verdict verdict = {SIGNATURE_DIFFERENT, SIGNATURE_INDEX_UNKNOWN, 0, 0};
    uint64_t agree = 0, differ = length;
    if ((sent->flags | received->flags) & SIGNATURE_OPAQUE)
        return verdict;
    while (differ - agree > 1) {
        struct fingerprint left, right;
        uint64_t middle = agree + (differ - agree) / 2;
        prefix_of(sent, middle, &left);
        prefix_of(received, middle, &right);
        if (left.hash == right.hash)
            agree = middle;
        else
            differ = middle;
    }
    verdict.index = agree;
    verdict.sent = code_at(sent, agree);
    verdict.received = code_at(received, agree);
    return verdict;
}

static enum signature_relation relate_bytes(uint64_t sent, uint64_t received)
{
    return sent == received  ? SIGNATURE_EQUAL
           : sent < received ? SIGNATURE_SHORTER
                             : SIGNATURE_LONGER;
}

static bool same_single_type(const struct signature *left, const struct signature *right)
{
    return left->run_count == 1 && right->run_count == 1 &&
           left->runs[0].code == right->runs[0].code;
}

struct signature_verdict signature_compare(const struct signature *sent, uint64_t sent_count,
                                           const struct signature *received,
                                           uint64_t received_count)
{
    struct signature_verdict verdict = {SIGNATURE_EQUAL, SIGNATURE_INDEX_UNKNOWN, 0, 0};
    if ((sent->flags | received->flags) & SIGNATURE_PACKED) {
        verdict.relation = relate_bytes(signature_bytes(sent, sent_count),
                                        signature_bytes(received, received_count));
        return verdict;
    }
    uint64_t left = signature_elements(sent, sent_count);
    uint64_t right = signature_elements(received, received_count);
    uint64_t common = left < right ? left : right;
    struct fingerprint left_print, right_print;
    verdict.relation = relate_bytes(left, right);
    if (signature_same(sent, received) || same_single_type(sent, received))
        return verdict; /* nearly always */
    if (prefix_of(sent, common, &left_print) && prefix_of(received, common, &right_print) &&
        left_print.hash != right_print.hash)
        return first_difference(sent, received, common);
    return verdict;
}

/* Text that is cut with "..." when the space ends. */
struct printer {
    char *text;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void printer_put(struct printer *printer,
                                                              const char *format, ...)
{
    static const char dots[] = "...";
    size_t space = printer->size - printer->used;
    va_list arguments;
    if (space == 0)
        return;
    va_start(arguments, format);
    int length = vsnprintf(printer->text + printer->used, space, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length < space) {
        printer->used += length < 0 ? 0 : (size_t)length;
        return;
    }
    if (printer->size >= sizeof dots)
        memcpy(printer->text + printer->size - sizeof dots, dots, sizeof dots);
    printer->used = printer->size;
}

static void signature_print_runs(struct printer *printer, const struct signature_run *runs,
                                 size_t count);

static void print_repeat(struct printer *printer, uint64_t repeat, const struct signature_run *runs,
                         size_t count)
{
    if (repeat > 1)
        printer_put(printer, "%llu x (", (unsigned long long)repeat);
    signature_print_runs(printer, runs, count);
    if (repeat > 1)
        printer_put(printer, ")");
}

static void signature_print_runs(struct printer *printer, const struct signature_run *runs,
                                 size_t count)
{
    char name[64];
    for (size_t at = 0; at < count && printer->used < printer->size; at += 1 + runs[at].span) {
        const struct signature_run *run = &runs[at];
        if (at > 0)
            printer_put(printer, ", ");
        if (run->span) {
            print_repeat(printer, run->repeat, run + 1, run->span);
            continue;
        }
        if (run->repeat > 1)
            printer_put(printer, "%llu ", (unsigned long long)run->repeat);
        printer_put(printer, "%s", signature_code_name(run->code, name, sizeof name));
    }
}

const char *signature_print(const struct signature *signature, uint64_t count, char *text,
                            size_t size)
{
    struct printer printer = {text, size, 0};
    if (size > 0)
        *text = '\0';
    if (count == 0 || signature->elements == 0) {
        printer_put(&printer, "nothing");
    } else if (signature->flags & SIGNATURE_OPAQUE) {
        printer_put(&printer, "%llu elements of many types",
                    (unsigned long long)signature_elements(signature, count));
    } else if (is_one_run(signature)) {
        struct signature_run first = signature->runs[0];
        first.repeat = times_saturating(first.repeat, count);
        if (first.span)
            print_repeat(&printer, first.repeat, &signature->runs[1], first.span);
        else
            signature_print_runs(&printer, &first, 1);
    } else {
        print_repeat(&printer, count, signature->runs, signature->run_count);
    }
    return text;
}
