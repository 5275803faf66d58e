! Ranks without the communicator are left out of a barrier of all.
! ranks: 3
! expect: collective.divergence
program pair
  implicit none
  include 'mpif.h'
  integer :: rank, colour, two, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  colour = MPI_UNDEFINED
  if (rank < 2) colour = 0
  call mpi_comm_split(MPI_COMM_WORLD, colour, rank, two, ierr)
  if (two /= MPI_COMM_NULL) then ! HERE collective.divergence
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    call mpi_comm_free(two, ierr)
  end if
  call mpi_finalize(ierr)
end program
