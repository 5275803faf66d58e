! A rank that stops as if all was well leaves the others in the broadcast.
! ranks: 2
! expect: collective.divergence
program input
  implicit none
  include 'mpif.h'
  integer :: rank, n, ierr
  n = 4
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank > 0) then ! HERE collective.divergence
    stop
  end if
  call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call mpi_finalize(ierr)
end program
