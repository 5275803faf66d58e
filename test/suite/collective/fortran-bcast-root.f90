! Every rank takes itself for the root of the broadcast.
! ranks: 3
! expect: mismatch.root
program bcast_root
    use mpi
    implicit none
    integer :: rank, ranks, ierror, status
    real(kind(1d0)) :: values(4)

    call mpi_init(ierror)
    call mpi_comm_rank(MPI_COMM_WORLD, rank, ierror)
    call mpi_comm_size(MPI_COMM_WORLD, ranks, ierror)
    values = 10 * rank
    call mpi_bcast(values, 4, MPI_DOUBLE_PRECISION, rank, MPI_COMM_WORLD, ierror) ! HERE mismatch.root
    if (any(nint(values) /= 10 * (ranks - 1))) call mpi_abort(MPI_COMM_WORLD, 1, status)
    call mpi_finalize(ierror)
end program bcast_root
