! The ranks exchange by MPI_Sendrecv, in Fortran.
! ranks: 2
! expect: clean
program main
  use mpi
  implicit none
  integer :: rank, other, in, code, status(MPI_STATUS_SIZE)

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  other = 1 - rank
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, other, 0, in, 1, MPI_INTEGER, other, 0, &
                    MPI_COMM_WORLD, status, code)
  if (in /= other) stop 1
  call MPI_Finalize(code)
end program main
