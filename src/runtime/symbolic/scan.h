/* scan.h: finds what the conversions of a scanf() format took from a text.
 *
 * The C library does the scanning: the format is rewritten with every conversion suppressed and %n
 * around it, and the text is scanned once more. So the rules are the library's own. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SCAN_H
#define TUTTI_RUNTIME_SYMBOLIC_SCAN_H

#include "runtime/symbolic/model/numbers.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SCAN_CONVERSIONS = 32, /* of one format; later ones are not followed */
    SCAN_FORMAT = 2048,    /* bytes of the rewritten format */
    SCAN_SAMPLE = 256,     /* bytes of the sample, which ends there */
};

enum scan_kind {
    SCAN_NUMBER,
    SCAN_TEXT,  /* ends with a zero byte */
    SCAN_BYTES, /* %c */
    SCAN_COUNT, /* %n */
    SCAN_OTHER, /* wide characters, long double, pointers: never symbolic */
};

struct scan_item {
    enum scan_kind kind;
    bool suppressed; /* %*d: it has no argument */
    bool allocates;  /* %ms: the argument gets the pointer */
    size_t width;    /* 1 if the format gives none */
    struct conversion conversion;
    int begin, end; /* in the text; -1: not reached */
    size_t sample;  /* length of the sample that the conversions up to this one read */
};

struct scan {
    struct scan_item items[SCAN_CONVERSIONS];
    size_t count;
    char format[SCAN_FORMAT]; /* the rewritten format */
    char sample[SCAN_SAMPLE]; /* a text that all items can be read from */
    size_t sample_length;
};

/* Parses a format. `old`: %as, %aS and %a[ allocate, as they did before C99. Returns false if the
 * format is not supported (%1$d). */
bool scan_parse(struct scan *scan, const char *format, bool old);

/* Finds `begin` and `end` of all items. */
void scan_probe(struct scan *scan, const char *text);

#endif
