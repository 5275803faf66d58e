! Each rank receives before it sends, in Fortran.
! ranks: 2
! expect: deadlock
program main
  use mpi
  implicit none
  integer :: rank, other, in, code, status(MPI_STATUS_SIZE)

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  other = 1 - rank
  call MPI_Recv(in, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, status, code) ! HERE deadlock
  call MPI_Send(rank, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, code)
  if (in /= other) stop 1
  call MPI_Finalize(code)
end program main
