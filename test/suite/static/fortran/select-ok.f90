! Each case of the rank has the same collective.
! ranks: 2 3
! expect: clean
program choose
  implicit none
  include 'mpif.h'
  integer :: rank, n, ierr
  n = 0
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  select case (rank)
  case (0)
    n = 5
    call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  case (1)
    call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  case default
    call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end select
  call mpi_finalize(ierr)
end program
