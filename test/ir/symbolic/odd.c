/* Everything of C that an instrumentation may trip over: behaviour must not change. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct small {
    int a, b;
};
struct big {
    long v[7];
    double d;
};
union u {
    int i;
    float f;
    unsigned char c[4];
};
static jmp_buf env;
static __thread int tls = 4;
static _Atomic int atom;
const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
extern int weak_one(int) __attribute__((weak));
__attribute__((weak)) int weak_two(int x)
{
    return x + 2;
}
int aliased(int x)
{
    return x * 5;
}
int alias_of(int) __attribute__((alias("aliased")));
static int static_aliased(int x)
{
    return x * 7;
}
static int static_alias(int) __attribute__((alias("static_aliased")));
static struct big make_big(int n)
{
    struct big b;
    for (int i = 0; i < 7; i++)
        b.v[i] = n + i;
    b.d = n * 0.5;
    return b;
}
static long use_big(struct big b, int k)
{
    return b.v[k] + (long)b.d;
}
static struct small make_small(int n)
{
    return (struct small){n, n + 1};
}
static int sum(int n, ...)
{
    va_list l;
    va_start(l, n);
    int s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(l, int);
    va_end(l);
    return s;
}
static double vsum(const char *f, ...)
{
    va_list l;
    va_start(l, f);
    double s = 0;
    for (; *f; f++)
        if (*f == 'd')
            s += va_arg(l, double);
        else
            s += va_arg(l, int);
    va_end(l);
    return s;
}
int (*vp)(int, ...) = sum;
static void thrower(int x)
{
    if (x > 2)
        longjmp(env, x);
}
static int cmp(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static int interp(int n)
{
    static const void *const ops[] = {&&inc, &&dbl, &&end};
    int pc = 0, acc = n;
    int code[] = {0, 1, 0, 2};
    goto *ops[code[pc]];
inc:
    acc++;
    pc++;
    goto *ops[code[pc]];
dbl:
    acc *= 2;
    pc++;
    goto *ops[code[pc]];
end:
    return acc;
}
static int bits(unsigned x)
{
    return __builtin_popcount(x) + __builtin_clz(x | 1) + (x << 3 ^ x >> 2);
}
static __attribute__((noinline)) unsigned char narrow(signed char c, unsigned short s, _Bool b)
{
    return c * s + b;
}
typedef int v4 __attribute__((vector_size(16)));
static int vec(int x)
{
    v4 a = {x, 1, 2, 3}, b = {4, 5, x, 7};
    v4 c = a * b + 1;
    return c[0] + c[2];
}
static inline __attribute__((always_inline)) int addasm(int a, int b)
{
    int r;
    __asm__("addl %2, %0" : "=r"(r) : "0"(a), "r"(b));
    return r;
}
int ctor_ran;
__attribute__((constructor)) static void ctor(void)
{
    ctor_ran = 11;
}
struct node {
    struct node *next;
    int v;
};
struct flags {
    unsigned a : 3;
    int b : 9;
    unsigned c : 20;
};
/* Intrinsics that optimisation makes of conditions elsewhere. */
static void extremes(int x, float f)
{
    unsigned u = (unsigned)x;
    printf("%d %d %d\n", __builtin_elementwise_min(x, 4), __builtin_elementwise_max(x, -2),
           __builtin_elementwise_abs(x));
    printf("%u %u %g\n", __builtin_elementwise_min(u, 4u), __builtin_elementwise_max(u, 9u),
           (double)__builtin_elementwise_min(f, 0.5f));
}

int main(int n, char **v)
{
    int x = n > 1 ? atoi(v[1]) : 3;
    double d = n > 2 ? atof(v[2]) : 1.5;
    float f = (float)d;
    struct big b = make_big(x), b2 = b;
    struct small s = make_small(x);
    printf("%ld %d %d\n", use_big(b2, x & 3), s.a, s.b);
    printf("%d %g %d\n", sum(3, x, 2, x), vsum("did", d, x, 2.0), vp(2, 1, x));
    volatile int r = setjmp(env);
    if (r == 0)
        thrower(x);
    printf("jmp %d\n", r);
    int arr[8];
    for (int i = 0; i < 8; i++)
        arr[i] = (x * (i + 3)) % 7;
    qsort(arr, 8, sizeof *arr, cmp);
    for (int i = 0; i < 8; i++)
        printf("%d ", arr[i] + table[(x + i) & 7]);
    puts("");
    printf("%d %d %d\n", fib(x & 7), interp(x), bits(x));
    printf("%d %d %d\n", narrow(x, x * 1000, x > 2), vec(x), addasm(x, 3));
    union u u;
    u.f = f;
    printf("%x %d\n", u.i, u.c[2]);
    u.i = x;
    printf("%g\n", u.f);
    printf("%g %g %g %g %d %u\n", sqrt(fabs(d)), floor(d * 2 + f), d > f ? 1.0 : 2.0, fmax(d, x),
           (int)(d * 3), (unsigned)(f * f));
    extremes(x, f);
    tls += x;
    atom += x;
    atomic_fetch_add(&atom, 3);
    int old = 0;
    atomic_compare_exchange_strong(&atom, &old, 8);
    printf("%d %d %d\n", tls, atom, ctor_ran);
    printf("%d %d %d %d\n", weak_one ? weak_one(x) : -1, weak_two(x), alias_of(x), static_alias(x));
    struct node *list = 0;
    for (int i = 0; i < x && i < 9; i++) {
        struct node *e = malloc(sizeof *e);
        e->next = list;
        e->v = i ^ x;
        list = e;
    }
    int t = 0;
    for (struct node *e = list; e; e = e->next)
        t += e->v;
    printf("%d\n", t);
    struct flags fl = {x & 7, x, x * 5};
    printf("%d %d %d\n", fl.a, fl.b, fl.c);
    char buf[64], copy[64];
    memset(buf, 'a' + (x & 7), 10);
    buf[10] = 0;
    memcpy(copy, buf, 11);
    printf("%s %zu\n", copy, strlen(copy));
    int vla[(x & 15) + 1];
    vla[x & 15] = x;
    printf("%d %zu\n", vla[x & 15], sizeof vla);
    if (x)
        printf("%d %d %u\n", 100 / x, -100 % x, 1000u / (unsigned)x);
    long double ld = x;
    ld = ld * 1.5L + d;
    printf("%Lg\n", ld);
    __int128 w = (__int128)x * 1000000007;
    printf("%ld\n", (long)(w >> 3));
    int ov;
    printf("%d", __builtin_add_overflow(x, 2147483600, &ov));
    printf(" %d\n", ov);
    switch (x) {
    case -1 ... 2:
        puts("low");
        break;
    case 5:
        puts("five");
    case 6:
        puts("six");
        break;
    default:
        puts("other");
    }
    if (f != f || d == 2.5 || !(d < 3.0) || d >= 1e3)
        puts("float");
    do {
        x -= 2;
        if (x == 4)
            continue;
        if (x < -5)
            break;
    } while (x > 0);
    return x & 63;
}
