! A broadcast from a negative root.
! ranks: 1
! expect: arg.root
program root
  implicit none
  include 'mpif.h'
  integer :: n, ierr
  n = 1
  call mpi_init(ierr)
  call mpi_bcast(n, 1, MPI_INTEGER, -3, MPI_COMM_WORLD, ierr) ! HERE arg.root
  call mpi_finalize(ierr)
end program
