! A duplicate of the communicator is freed.
! ranks: 1
! expect: clean
program leak
  implicit none
  include 'mpif.h'
  integer :: own, ierr
  call mpi_init(ierr)
  call mpi_comm_dup(MPI_COMM_WORLD, own, ierr)
  call mpi_barrier(own, ierr)
  call mpi_comm_free(own, ierr)
  call mpi_finalize(ierr)
end program
