! Only the first of each row meets the barrier of its row.
! ranks: 4
! expect: collective.divergence
program rows
  implicit none
  include 'mpif.h'
  integer :: rank, row, row_rank, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_split(MPI_COMM_WORLD, rank / 2, rank, row, ierr)
  call mpi_comm_rank(row, row_rank, ierr)
  if (row_rank == 0) then ! HERE collective.divergence
    call mpi_barrier(row, ierr)
  end if
  call mpi_comm_free(row, ierr)
  call mpi_finalize(ierr)
end program
