! A receive of any source may take the message that the next receive names.
! ranks: 3
! expect: deadlock race.message
! executions: 2
program fortran_named
    use mpi_f08
    implicit none
    integer :: rank, in
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    if (rank == 0) then
        call MPI_Recv(in, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ! HERE race.message
        call MPI_Recv(in, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ! HERE deadlock
    else
        call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
    end if
    call MPI_Finalize()
end program
