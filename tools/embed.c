/* embed.c: writes files as C strings, for the build (cmake/Embed.cmake).
 * Usage: tutti-embed OUTPUT symbol=file ... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int embed(FILE *out, const char *symbol, size_t symbol_length, const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return -1;
    }
    fprintf(out, "extern const char %.*s[];\nextern const size_t %.*s_length;\n",
            (int)symbol_length, symbol, (int)symbol_length, symbol);
    fprintf(out, "const char %.*s[] = {", (int)symbol_length, symbol);
    size_t length = 0;
    for (int byte; (byte = getc(in)) != EOF; length++)
        fprintf(out, "%s%d,", length % 20 == 0 ? "\n    " : " ", byte > 127 ? byte - 256 : byte);
    fprintf(out, "\n    0};\nconst size_t %.*s_length = %zu;\n", (int)symbol_length, symbol,
            length);
    int failed = ferror(in);
    fclose(in);
    return failed ? -1 : 0;
}

int main(int argc, char **argv)
{
    FILE *out = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fputs("usage: tutti-embed OUTPUT symbol=file ...\n", stderr);
        return 2;
    }
    fputs("#include <stddef.h>\n", out);
    for (int i = 2; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (!equals || embed(out, argv[i], (size_t)(equals - argv[i]), equals + 1) != 0) {
            fclose(out);
            remove(argv[1]);
            return 1;
        }
    }
    return fclose(out) == 0 ? 0 : 1;
}
