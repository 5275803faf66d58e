/* profile.c: what `probe` knows of an MPI library, and `guard` reads. */
#include "scale/profile.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct profile profile, again;
    struct error error;
    struct text out;
    if (profile_parse(&profile, "fuzz.json", (const char *)data, size, &error) != 0)
        return 0;
    text_init(&out, 64 << 20);
    profile_print(&profile, &out);
    if (profile_parse(&again, "again.json", out.data, out.length, &error) != 0) {
        fprintf(stderr, "what was written cannot be read: %s\n%s\n", error.text, out.data);
        abort();
    }
    profile_free(&again);
    profile_free(&profile);
    text_free(&out);
    return 0;
}
