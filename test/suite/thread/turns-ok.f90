! Each thread of a team counts in a window that all ranks have locked.
! ranks: 2
! expect: clean
program turns
  use mpi
  implicit none
  integer, parameter :: times = 16
  integer :: provided, rank, ranks, window, i, got, error
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer, asynchronous :: counter(1)

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, error)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  counter = 0
  bytes = 4
  call MPI_Win_create(counter, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  call MPI_Win_lock_all(0, window, error)
!$omp parallel do num_threads(4) private(got, error)
  do i = 1, times
    call MPI_Fetch_and_op(1, got, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, MPI_SUM, window, error)
    call MPI_Win_flush(0, window, error)
    if (got < 0 .or. got >= times * ranks) stop 1
  end do
!$omp end parallel do
  call MPI_Win_unlock_all(window, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  if (rank == 0 .and. counter(1) /= times * ranks) stop 2
  call MPI_Win_free(window, error)
  call MPI_Finalize(error)
end program turns
