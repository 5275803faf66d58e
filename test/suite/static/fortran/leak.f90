! A duplicate of the communicator is never freed.
! ranks: 1
! expect: leak.comm
program leak
  implicit none
  include 'mpif.h'
  integer :: own, ierr
  call mpi_init(ierr)
  call mpi_comm_dup(MPI_COMM_WORLD, own, ierr) ! HERE leak.comm
  call mpi_barrier(own, ierr)
  call mpi_finalize(ierr)
end program
