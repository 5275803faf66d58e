/* late.c: a library that a child of test_process_view loads while the test looks at it. Its
 * function has a version, like those of the C library. */
double late_implementation(double (*function)(double), double value);

__asm__(".symver late_implementation, late_call_back@@TEST_1, remove");

double late_implementation(double (*function)(double), double value)
{
    return function(value) + 0.0;
}
