! The last rank leaves the loop early, if there is an argument.
program checks
  implicit none
  include 'mpif.h'
  integer :: rank, size, step, last, values(1), ierr
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, size, ierr)
  last = 3
  if (command_argument_count() > 0 .and. rank == size - 1) last = 2
  values(1) = rank
  do step = 1, last
    call exchange(values)
  end do
  call mpi_barrier(MPI_COMM_WORLD, ierr) ! barrier
  call mpi_finalize(ierr)
  if (rank == 0) print '(a)', 'done'
contains
  subroutine exchange(values)
    integer, intent(inout) :: values(1)
    integer :: total(1), error
    call mpi_allreduce(values, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error) ! allreduce
    values = total
  end subroutine
end program
