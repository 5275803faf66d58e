! Ranks that the split left out use the communicator all the same.
! ranks: 3
! expect: arg.comm
program null_comm
    use mpi
    implicit none
    integer :: rank, color, low, total, ierror, status

    call mpi_init(ierror)
    call mpi_comm_rank(MPI_COMM_WORLD, rank, ierror)
    color = 0
    if (rank == 2) color = MPI_UNDEFINED
    call mpi_comm_split(MPI_COMM_WORLD, color, rank, low, ierror)
    total = 0
    call mpi_allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, low, ierror) ! HERE arg.comm
    if (total /= 1) call mpi_abort(MPI_COMM_WORLD, 1, status)
    call mpi_comm_free(low, ierror)
    call mpi_finalize(ierror)
end program null_comm
