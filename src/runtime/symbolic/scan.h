/* scan.h: what the conversions of a scanf() format took from a text.
 *
 * The C library does the scanning: the format is written anew with every conversion suppressed and
 * %n around it, and the text is scanned once more. So the rules are the library's own. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SCAN_H
#define TUTTI_RUNTIME_SYMBOLIC_SCAN_H

#include "runtime/symbolic/model/numbers.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SCAN_CONVERSIONS = 32, /* of one format; what comes later is not followed */
    SCAN_FORMAT = 2048,    /* bytes of the format that is written anew */
    SCAN_SAMPLE = 256,     /* of the sample; it ends there */
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
    bool allocates;  /* %ms: the argument is where the pointer goes */
    size_t width;    /* 1 if there is none */
    struct conversion conversion;
    int begin, end; /* in the text; -1: not reached */
    size_t sample;  /* so much of the sample is read by the conversions up to this one */
};

struct scan {
    struct scan_item items[SCAN_CONVERSIONS];
    size_t count;
    char format[SCAN_FORMAT]; /* written anew */
    char sample[SCAN_SAMPLE]; /* a text that all items could be read from */
    size_t sample_length;
};

/* `old`: %as, %aS and %a[ allocate, as they did before C99. False: the format is one that is not
 * understood (%1$d). */
bool scan_parse(struct scan *scan, const char *format, bool old);

/* Finds `begin` and `end` of all items. */
void scan_probe(struct scan *scan, const char *text);

#endif
