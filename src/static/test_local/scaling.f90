! Counts and displacements that are more than an integer holds; see usage/scaling.c.
subroutine gather(size, counts, mine, count, all)
  implicit none
  include 'mpif.h'
  integer :: size, count, counts(size), displs(64), i, ierr
  double precision :: mine(*), all(*)
  displs(1) = 0
  do i = 2, size
    displs(i) = displs(i - 1) + counts(i - 1) ! note: scale.displacement
  end do
  call mpi_gatherv(mine, count, MPI_DOUBLE_PRECISION, all, counts, displs, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
end subroutine

subroutine square(n, all)
  implicit none
  include 'mpif.h'
  integer :: n, ierr
  double precision :: all(*)
  call mpi_bcast(all, n * n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) ! note: overflow.int
  call mpi_bcast(all, 3 * n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
end subroutine
