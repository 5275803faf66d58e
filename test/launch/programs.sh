#!/usr/bin/env bash
# The flavour of real programs, and the messages about programs that are not suitable.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"

flavour_is() { # WANT PROGRAM
    expect_exit 0 "$LAUNCH" flavour "$2"
    [ "$(cat out)" = "$1" ] || fail "$2 is $(cat out), not $1"
}

echo 'int main(void) { return 0; }' >plain.c
gcc plain.c -o plain
gcc -static plain.c -o static
gcc -static-pie plain.c -o static-pie
gcc -c plain.c -o plain.o
gcc -shared -fPIC plain.c -o libplain.so
refused 'not linked to MPI' flavour ./plain
refused 'linked statically, so' flavour ./static
refused 'linked statically, so' flavour ./static-pie
refused 'object file' flavour ./plain.o
refused 'shared library' flavour ./libplain.so
refused 'no such program' flavour ./nowhere
refused 'did you mean ./plain' flavour plain
refused 'is a directory' flavour .
refused 'not linked to MPI' flavour sh
printf '#!/usr/bin/env python3\nprint()\n' >script.py
chmod +x script.py
refused 'script (for /usr/bin/env python3)' flavour ./script.py
cp plain unreadable
chmod 644 unreadable
refused 'not executable' flavour ./unreadable

echo 'int mpi_user(int *, char ***);
int main(int argc, char **argv) { return mpi_user(&argc, &argv); }' >indirect.c
echo '#include <mpi.h>
int mpi_user(int *argc, char ***argv) { return MPI_Init(argc, argv) + MPI_Finalize(); }' >user.c

for flavour in $TUTTI_MPIS; do
    mkdir "$flavour" "$flavour/lib"
    mpi_cc "$flavour" "$HERE/hello.c" -o "$flavour/hello"
    flavour_is "$flavour" "$flavour/hello"
    PATH=$WORK/$flavour:$PATH flavour_is "$flavour" hello
    ln -s hello "$flavour/link"
    flavour_is "$flavour" "$flavour/link"
    mpi_fc "$flavour" "$HERE/hello.f90" -o "$flavour/fortran"
    flavour_is "$flavour" "$flavour/fortran"

    # The program needs a library, and only that needs MPI; with the new path tag and the old one.
    mpi_cc "$flavour" -shared -fPIC user.c -o "$flavour/lib/libuser.so"
    for tags in --enable-new-dtags --disable-new-dtags; do
        gcc indirect.c -o "$flavour/indirect" -L"$flavour/lib" -luser \
            -Wl,-rpath,"\$ORIGIN/lib",$tags -Wl,--allow-shlib-undefined
        flavour_is "$flavour" "$flavour/indirect"
    done
    gcc indirect.c -o "$flavour/lost" -L"$flavour/lib" -luser -Wl,--allow-shlib-undefined
    refused 'needs libuser.so' flavour "$flavour/lost"
    LD_LIBRARY_PATH=$flavour/lib flavour_is "$flavour" "$flavour/lost"

    # The same bytes, but for a machine with another name: EM_AARCH64 is 183.
    cp "$flavour/hello" foreign
    printf '\267' | dd of=foreign bs=1 seek=18 conv=notrunc status=none
    refused 'aarch64' flavour ./foreign
    # The needed library under a version that nobody has.
    sed 's/libmpich\.so\.12/libmpich.so.99/; s/libmpi\.so\.40/libmpi.so.99/' "$flavour/hello" >missing
    chmod +x missing
    refused 'which the loader does not find: install it' flavour ./missing
    # Cut at half: a sentence.
    head -c $(($(stat -c %s "$flavour/hello") / 2)) "$flavour/hello" >half
    chmod +x half
    refused 'cut short or corrupt' flavour ./half
done

if [ -d mpich ] && [ -d openmpi ]; then
    gcc indirect.c -o both -Lmpich/lib -luser -Wl,-rpath,"$WORK/mpich/lib" -Wl,--allow-shlib-undefined \
        -Wl,--no-as-needed "$(ldd openmpi/hello | awk '$1 ~ /^libmpi\.so/ { print $3 }')"
    refused 'linked to two MPIs' flavour ./both
fi

# A program that has the functions of MPI inside itself.
echo 'int MPI_Init(int *c, char ***v) { return c == 0 && v == 0; }
int main(int c, char **v) { return MPI_Init(&c, &v); }' >inside.c
gcc inside.c -o inside
refused 'linked into it statically' flavour ./inside
gcc -static inside.c -o inside
refused 'linked statically, MPI included' flavour ./inside
