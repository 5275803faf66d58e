! Two single constructs with collectives and no barrier in between.
! ranks: 2
! expect: thread.concurrent-collectives
program concurrent
  implicit none
  include 'mpif.h'
  integer :: provided, n, ierr
  n = 0
  call mpi_init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  !$omp parallel
  !$omp single
  call mpi_barrier(MPI_COMM_WORLD, ierr) ! HERE thread.concurrent-collectives
  !$omp end single nowait
  !$omp single
  call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) ! HERE thread.concurrent-collectives
  !$omp end single
  !$omp end parallel
  call mpi_finalize(ierr)
end program
