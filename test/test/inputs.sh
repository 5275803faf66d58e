#!/usr/bin/env bash
# The search recognises what programs read as input, however they read it, and can change it.
. "$(dirname "$0")/../lib.sh"
export XDG_CACHE_HOME=$WORK/cache

# inputs WORDS...: what --list-inputs says of a program, without what it says of MPI, of the number of words and of
# which files there are
inputs() {
    "$TUTTI" test --list-inputs -n 1 -- "$@" 2>err | grep -vE '^(mpi|count|file) ' | sed 's/ \+/ /g; s/ $//' || true
}

# expect_inputs LINE...: of what stands in `out`
expect_inputs() {
    printf '%s\n' "$@" >wanted
    diff wanted out >difference || { cat difference err >&2; fail "other inputs than expected"; }
}

# Lines, words in them, and numbers in these: as HPL reads its file.
cat >lines.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int read_lines(int values[4])
{
    char line[256], word[256], *at = line;
    int count;
    FILE *in = fopen("lines.dat", "r");
    if (!fgets(line, 254, in) || !fgets(line, 254, in) || sscanf(line, "%s", word) != 1)
        return 0;
    count = atoi(word);
    if (count < 1 || count > 4 || !fgets(line, 254, in))
        return 0;
    for (int i = 0; i < count; i++) {
        if (sscanf(at, "%s", word) != 1)
            return 0;
        at += strlen(word) + 1;
        values[i] = atoi(word);
    }
    fclose(in);
    return count;
}
int main(int argc, char **argv)
{
    int values[4];
    MPI_Init(&argc, &argv);
    if (read_lines(values) == 3 && values[2] == 2 * values[1] && values[1] > 40)
        abort();
    MPI_Finalize();
    return 0;
}
END
printf 'Sample\n2     count\n29 30 34 35  values\n' >lines.dat
"$TUTTI" cc -g -O2 -o lines lines.c
inputs ./lines >out
expect_inputs 'word lines.dat:2:1 = "2 count"' 'number lines.dat:2:1 = 2' \
    'word lines.dat:3:1 = "29 30 34 35 values"' 'number lines.dat:3:1 = 29' \
    'word lines.dat:3:2 = "30 34 35 values"' 'number lines.dat:3:2 = 30'
expect_exit 1 "$TUTTI" test -n 1 --fixed-ranks --stop-at-first --iterations=200 -- ./lines
expect_text out 'lines.c:29: error' crash.signal

# Labels and values on standard input, some of which are words: as MILC reads its parameters.
cat >labels.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int get(const char *label, int *value)
{
    char found[80], rest[80];
    do {
        if (scanf("%s", found) != 1)
            return -1;
    } while (strchr(found, '#') && fgets(rest, sizeof rest, stdin));
    return strcmp(found, label) == 0 && scanf("%d", value) == 1 ? 0 : -1;
}
int main(int argc, char **argv)
{
    int nx, ny;
    double mass;
    char start[64];
    MPI_Init(&argc, &argv);
    if (get("nx", &nx) == 0 && get("ny", &ny) == 0 && scanf(" mass %le %s", &mass, start) == 2 &&
        strcmp(start, "fresh") != 0 && strcmp(start, "reload") == 0 && mass > 3.5 && mass < 3.75)
        abort();
    MPI_Finalize();
    return 0;
}
END
printf '# a comment 5\nnx 4\nny 6\nmass 0.25\nfresh\n' >labels.in
"$TUTTI" cc -g -o labels labels.c
inputs ./labels <labels.in >out
expect_inputs 'word stdin:2:1 = "nx"' 'number stdin:2:2 = 4' 'word stdin:3:1 = "ny"' \
    'number stdin:3:2 = 6' 'number stdin:4:2 = 0.25' 'word stdin:5:1 = "fresh"'
status=0
"$TUTTI" test -n 1 --fixed-ranks --stop-at-first --iterations=200 -- ./labels <labels.in >out 2>err || status=$?
[ "$status" = 1 ] || { cat out err >&2; fail "exit code $status"; }
expect_text out 'labels.c:22: error' crash.signal

# Options, which only getopt() knows, and lists.
cat >options.c <<'END'
#include <getopt.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"size", required_argument, NULL, 's'}, {"quiet", no_argument, NULL, 'q'}, {0}};
    int option, size = 1, quiet = 0, sum = 0;
    MPI_Init(&argc, &argv);
    while ((option = getopt_long(argc, argv, "s:l:", options, NULL)) != -1)
        if (option == 's')
            size = atoi(optarg);
        else if (option == 'q')
            quiet = 1;
        else if (option == 'l')
            for (char *word = strtok(optarg, ","); word; word = strtok(NULL, ","))
                sum += (int)strtol(word, NULL, 0);
    if (sum == 1000 && quiet && size == 77)
        abort();
    MPI_Finalize();
    return 0;
}
END
"$TUTTI" cc -g -O1 -D_FORTIFY_SOURCE=2 -o options options.c
inputs ./options --size=5 -l 1,20 rest >out
expect_inputs 'word argv[1] = "--size=5"' 'number argv[1]+7 = 5' 'word argv[2] = "-l"' \
    'number argv[3] = 1' 'number argv[3]+2 = 20' 'word argv[4] = "rest"'
expect_exit 1 "$TUTTI" test -n 1 --fixed-ranks --stop-at-first --iterations=4000 -- ./options --size=5 -l 1,20 rest
expect_text out 'options.c:20: error' crash.signal

# The same in C++: streams, std::string and std::stoi().
cat >streams.cpp <<'END'
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mpi.h>
#include <sstream>
#include <string>
#include <vector>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    std::vector<std::string> words(argv + 1, argv + argc);
    int number = std::stoi(words.at(0)), first = 0, found = number == 4321;
    std::string line, key, mode;
    double value = 0;
    std::cin >> first;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        if (in >> key >> value && key == "limit" && value > 7.5)
            found++;
    }
    std::ifstream file("streams.dat");
    file >> value >> mode;
    size_t at = words.back().find('=');
    if (found == 2 && first == 99 && value < -1 && mode == "other" && at != std::string::npos &&
        std::stod(words.back().substr(at + 1)) > 100.5)
        std::abort();
    MPI_Finalize();
}
END
printf '12\nlower 1.5\n limit 2.5\n' >streams.in
printf '3.5 some\n' >streams.dat
"$TUTTI" c++ -g -O1 -o streams streams.cpp
inputs ./streams 7 size=8 <streams.in >out
expect_inputs 'number argv[1] = 7' 'number stdin:1:1 = 12' 'number stdin:2:2 = 1.5' \
    'word stdin:2:1 = "lower"' 'number stdin:3:2 = 2.5' 'word stdin:3:1 = "limit"' \
    'number streams.dat:1:1 = 3.5'
status=0
"$TUTTI" test -n 1 --fixed-ranks --iterations=400 -- ./streams 7 size=8 <streams.in >out 2>err || status=$?
[ "$status" = 1 ] || { cat out err >&2; fail "exit code $status"; }
expect_text out 'streams.cpp:26: error'
grep -qE 'streams (-2147483649|2147483648) size=8' out || { cat out >&2; fail 'no number that std::stoi() does not take'; }
