/* late.c: a library that a child of test_process_view loads while it is looked at. */
double late_call_back(double (*function)(double), double value);

double late_call_back(double (*function)(double), double value)
{
    return function(value) + 0.0;
}
