! Each thread of a team exchanges messages with its partner in the other rank.
! ranks: 2
! expect: clean
program team_messages
  use mpi
  implicit none
  integer :: provided, rank, thread, got, i, error

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, error)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
!$omp parallel do num_threads(4) private(thread, got, error)
  do i = 1, 16
    thread = 100 * rank + i
    call MPI_Sendrecv(thread, 1, MPI_INTEGER, 1 - rank, i, got, 1, MPI_INTEGER, 1 - rank, i, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    if (got /= 100 * (1 - rank) + i) stop 1
  end do
!$omp end parallel do
  call MPI_Finalize(error)
end program team_messages
