/* trials.c: the trials that a probe has made, from which it goes on. The file says itself what it
 * is of. */
#include "fuzz.h"
#include "scale/state.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct state *state;
    struct error error;
    struct point point = {0};
    struct job_result result = {.detail = "none"};
    char *what = fuzz_text(data, size);
    what[strcspn(what, "\n")] = '\0';
    const char *head = strncmp(what, "tutti trials 2, ", 16) == 0 ? what + 16 : what;
    fuzz_file(STATE_NAME, data, size);
    if (state_open(fuzz_folder(), head, true, &state, &error) == 0) {
        state_find(state, 4, &point);
        state_add(state, 4, &point, &result);
        state_close(state);
    }
    free(what);
    return 0;
}
