! Each rank leaves the loop when its own error is small.
! ranks: 2 3
! expect: collective.divergence
program converge
  implicit none
  include 'mpif.h'
  integer :: rank, ierr
  double precision :: error, largest
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  error = 1d0 + rank
  do
    error = error / 2
    call mpi_allreduce(error, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    if (error < 0.1d0) exit ! HERE collective.divergence
  end do
  call mpi_finalize(ierr)
end program
