! All of each row meet the barrier of their row.
! ranks: 4
! expect: clean
program rows
  implicit none
  include 'mpif.h'
  integer :: rank, row, row_rank, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_split(MPI_COMM_WORLD, rank / 2, rank, row, ierr)
  call mpi_comm_rank(row, row_rank, ierr)
  if (rank / 2 == 0) then
    call mpi_barrier(row, ierr)
  end if
  call mpi_comm_free(row, ierr)
  call mpi_finalize(ierr)
end program
