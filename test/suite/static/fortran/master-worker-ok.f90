! Master and workers exchange messages between collectives that all make.
! ranks: 2 3
! expect: clean
program farm
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs, i, n, part, total, ierr
  integer :: status(MPI_STATUS_SIZE)
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, nprocs, ierr)
  n = 0
  if (rank == 0) n = 12
  call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  do i = 1, n
    if (rank == 0) then
      total = 0
      do part = 1, nprocs - 1
        call mpi_recv(total, 1, MPI_INTEGER, part, i, MPI_COMM_WORLD, status, ierr)
      end do
    else
      call mpi_send(rank, 1, MPI_INTEGER, 0, i, MPI_COMM_WORLD, ierr)
    end if
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end do
  call mpi_finalize(ierr)
end program
