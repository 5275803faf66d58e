/* fuzz.h: what the harnesses have in common.
 *
 * A harness defines LLVMFuzzerTestOneInput(): it hands the bytes to one reader, as the command
 * does, and uses what comes out. libFuzzer calls it with bytes of its own; replay.c, in the
 * ordinary build, with those of files.
 */
#ifndef TUTTI_FUZZ_FUZZ_H
#define TUTTI_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A folder of this process's own, in $TMPDIR. It goes when the process exits. */
const char *fuzz_folder(void);

/* Puts the bytes into the file of that name in the folder. The path is valid until the next call.
 */
const char *fuzz_file(const char *name, const uint8_t *data, size_t size);

/* The bytes with a zero behind them, to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);

/* The lines of the bytes as words, and NULL behind them; one call to free() frees all. */
char **fuzz_words(const uint8_t *data, size_t size, size_t *count);

#endif
