! Ranks without the communicator are left out of its barrier.
! ranks: 3
! expect: clean
program pair
  implicit none
  include 'mpif.h'
  integer :: rank, colour, two, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  colour = MPI_UNDEFINED
  if (rank < 2) colour = 0
  call mpi_comm_split(MPI_COMM_WORLD, colour, rank, two, ierr)
  if (two /= MPI_COMM_NULL) then
    call mpi_barrier(two, ierr)
    call mpi_comm_free(two, ierr)
  end if
  call mpi_finalize(ierr)
end program
