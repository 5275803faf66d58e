#!/usr/bin/env bash
# C++ and Fortran, with each MPI.
. "$(dirname "$0")/lib.sh"
cat >grid.cc <<'END'
#include <mpi.h>
#include <iostream>
#include <vector>

template <typename T> struct grid {
    std::vector<T> cells;
    void meet(int rank)
    {
        if (rank > 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
};

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    grid<double> all;
    all.meet(rank);
    std::cout << all.cells.size() << "\n";
    MPI_Finalize();
}
END
cat >hello.f90 <<'END'
program hello
  include 'mpif.h'
  integer :: ierr, rank
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end if
  call mpi_finalize(ierr)
end program
END
cat >numbers.f90 <<'END'
module numbers
  integer, parameter :: answer = 42
end module
END
cat >user.f90 <<'END'
program user
  use numbers
  print *, answer
end program
END
printf 'program modern\n  use mpi\n  integer :: ierr\n  call MPI_Init(ierr)\nend program\n' >modern.f90

for mpi in $(flavours); do
    export TUTTI_MPI=$mpi
    expect_exit 0 tutti-c++ -c grid.cc
    has_bitcode grid.o || fail 'an object of C++ has no bitcode'
    expect_exit 0 tutti-c++ -fno-tutti-checks grid.o -o grid
    expect_text err 'grid.cc:9:' '[collective.divergence]'
    expect_exit 0 tutti-c++ -std=c++17 -fno-tutti-checks grid.cc -o grid
    expect_exit 0 ./grid
    command -v "$FLANG" >/dev/null || continue
    silent tutti-fc -c -O2 hello.f90
    has_bitcode hello.o || fail 'an object of Fortran has no bitcode'
    expect_exit 0 tutti-fc -fno-tutti-checks hello.o -o hello
    expect_text err 'hello.f90:6:' '[collective.divergence]'
    expect_exit 0 tutti-fc -fno-tutti-checks hello.f90 -o hello
    expect_exit 0 ./hello
    expect_exit 1 tutti-fc -c modern.f90
    expect_text err '`use mpi` in modern.f90 needs a module file made by flang' mpif.h 'Cannot read module file'
    [ "$(wc -l <err)" -lt 50 ] || fail "$(wc -l <err) lines about one module"
done
unset TUTTI_MPI
no_leftovers
command -v "$FLANG" >/dev/null || exit 0

# Modules, and options of gfortran.
mkdir modules
silent tutti-fc -Jmodules -c numbers.f90
[ -e modules/numbers.mod ] || fail 'no module'
silent tutti-fc -J modules user.f90 numbers.o -o user
expect_exit 0 ./user
expect_text out 42
expect_exit 0 tutti-fc -ffree-line-length-none -std=legacy -fallow-argument-mismatch -Wall -Og -g3 -pipe -fopenmp numbers.f90 user.f90 -o user
for option in -ffree-line-length-none -std=legacy -fallow-argument-mismatch -pipe; do
    [ "$(grep -cF "tutti fc: note: dropped $option: flang has no such option" err)" = 1 ] || { cat err >&2; fail "not one note of $option"; }
done
expect_exit 0 ./user
silent tutti-fc helper.c numbers.f90 user.f90 -o user # C and Fortran in one go
no_leftovers
