! A master construct calls MPI at the level for the main thread.
! ranks: 2
! expect: clean
program level
  implicit none
  include 'mpif.h'
  integer :: provided, ierr
  call mpi_init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  !$omp parallel
  !$omp master
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  !$omp end master
  !$omp end parallel
  call mpi_finalize(ierr)
end program
