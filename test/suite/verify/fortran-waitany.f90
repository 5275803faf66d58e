! MPI_Waitany is believed to return the first of two requests first.
! ranks: 3
! expect: crash.abort
! executions: 2
program fortran_waitany
    use mpi
    implicit none
    integer :: rank, in(2), which, i, r(2), ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
        do i = 1, 2
            call MPI_Irecv(in(i), 1, MPI_INTEGER, i, 0, MPI_COMM_WORLD, r(i), ierr)
        end do
        call MPI_Waitany(2, r, which, MPI_STATUS_IGNORE, ierr)
        if (which /= 1) call MPI_Abort(MPI_COMM_WORLD, 3, ierr) ! HERE crash.abort
        call MPI_Wait(r(3 - which), MPI_STATUS_IGNORE, ierr)
    else
        call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
    end if
    call MPI_Finalize(ierr)
end program
