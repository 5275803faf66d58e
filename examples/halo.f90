! The bug of deadlock.c in Fortran: both ranks receive before they send.
program halo
  use mpi
  implicit none
  integer :: rank, ierror
  double precision :: border, neighbour
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  border = rank
  call MPI_Recv(neighbour, 1, MPI_DOUBLE_PRECISION, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call MPI_Send(border, 1, MPI_DOUBLE_PRECISION, 1 - rank, 7, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program halo
