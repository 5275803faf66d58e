/* compiler_line.c: a compiler's command line, a word a line, and the same as a response file. */
#include "compile/foreign.h"
#include "compile/line.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

static void parse(char *const *words)
{
    struct line line;
    struct error error;
    if (line_parse(words, &line, &error) == 0)
        for (size_t i = 0; i < line.word_count; i++) {
            foreign_option(line.words[i].text, false);
            foreign_option(line.words[i].text, true);
        }
    line_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char word[4096 + 1];
    char *const response[] = {word, NULL};
    size_t count;
    char **words = fuzz_words(data, size, &count);
    snprintf(word, sizeof word, "@%s", fuzz_file("response", data, size));
    parse(words);
    parse(response);
    free(words);
    return 0;
}
