! MPI_Iprobe asks until it finds the message.
! ranks: 2
! expect: clean
! executions: 2
program fortran_iprobe
    use mpi
    implicit none
    integer :: rank, in, ierr
    logical :: there
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
        there = .false.
        do while (.not. there)
            call MPI_Iprobe(1, 0, MPI_COMM_WORLD, there, MPI_STATUS_IGNORE, ierr)
        end do
        call MPI_Recv(in, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    else
        call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
    end if
    call MPI_Finalize(ierr)
end program
