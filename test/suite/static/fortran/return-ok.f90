! All ranks reduce before some return from the function.
! ranks: 2 3
! expect: clean
integer function total(rank)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: rank
  integer :: ierr
  total = 0
  call mpi_allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank > 0) return
  print *, total
end function

program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, total, n
  external :: total
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = total(rank)
  if (n < 0) call mpi_abort(MPI_COMM_WORLD, 1, ierr)
  call mpi_finalize(ierr)
end program
