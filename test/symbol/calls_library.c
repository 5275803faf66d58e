/* calls_library.c: a shared library between two parts of the program. */
int twice(int (*function)(int), int value);

static __attribute__((noinline)) int hidden(int (*function)(int), int value)
{
    int result = function(value); // FRAME callback 2 hidden
    __asm__ volatile("" ::: "memory");
    return result;
}

int twice(int (*function)(int), int value)
{
    return hidden(function, value) * 2; // FRAME callback 3 twice
}
