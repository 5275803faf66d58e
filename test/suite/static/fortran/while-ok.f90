! A value that rank 0 has read and broadcast decides about the next round.
! ranks: 2
! expect: clean
program rounds
  implicit none
  include 'mpif.h'
  integer :: rank, left, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  left = 1
  if (rank == 0) left = 3
  call mpi_bcast(left, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  do while (left > 0)
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    left = left - 1
  end do
  call mpi_finalize(ierr)
end program
