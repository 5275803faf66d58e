! A rank finds the end of its input, and goes on.
! ranks: 2
! expect: clean
! executions: 1
program fortran_read_ok
    use mpi
    implicit none
    integer :: ierr, rank, value, state
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
        read (*, *, iostat=state) value
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
end program fortran_read_ok
