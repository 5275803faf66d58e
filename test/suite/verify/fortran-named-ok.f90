! Both receives are of any source.
! ranks: 3
! expect: clean
! executions: 2
program fortran_named
    use mpi_f08
    implicit none
    integer :: rank, in
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    if (rank == 0) then
        call MPI_Recv(in, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
        call MPI_Recv(in, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    else
        call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
    end if
    call MPI_Finalize()
end program
