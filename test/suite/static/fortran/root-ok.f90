! A broadcast from root 0.
! ranks: 1
! expect: clean
program root
  implicit none
  include 'mpif.h'
  integer :: n, ierr
  n = 1
  call mpi_init(ierr)
  call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call mpi_finalize(ierr)
end program
