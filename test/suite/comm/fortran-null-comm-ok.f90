! Ranks that the split left out do not use the communicator.
! ranks: 3
! expect: clean
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
    if (low /= MPI_COMM_NULL) then
        call mpi_allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, low, ierror)
        if (total /= 1) call mpi_abort(MPI_COMM_WORLD, 1, status)
        call mpi_comm_free(low, ierror)
    end if
    call mpi_finalize(ierror)
end program null_comm
