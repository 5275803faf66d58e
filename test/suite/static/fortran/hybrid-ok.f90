! One thread meets a barrier of MPI.
! ranks: 2
! expect: clean
program hybrid
  implicit none
  include 'mpif.h'
  integer :: provided, ierr
  call mpi_init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call mpi_abort(MPI_COMM_WORLD, 1, ierr)
  !$omp parallel
  !$omp single
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  !$omp end single
  !$omp end parallel
  call mpi_finalize(ierr)
end program
