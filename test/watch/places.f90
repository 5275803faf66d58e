! Two barriers, three times, and 0.3 s of computing before each.
program places
    use mpi
    implicit none
    integer :: ierror, rank, i
    double precision :: start

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    do i = 1, 3
        call compute()
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
        call compute()
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
    end do
    call MPI_Finalize(ierror)

contains
    subroutine compute()
        start = MPI_Wtime()
        do while (MPI_Wtime() - start < 0.3)
        end do
    end subroutine
end program
