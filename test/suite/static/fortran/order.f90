! The arms make the same two collectives in different orders.
! ranks: 2 3
! expect: collective.divergence
program order
  implicit none
  include 'mpif.h'
  integer :: rank, n, total, ierr
  n = 1
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (mod(rank, 2) == 0) then ! HERE collective.divergence
    call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call mpi_allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  else
    call mpi_allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end if
  call mpi_finalize(ierr)
end program
