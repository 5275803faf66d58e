! A rank fails in a statement that reads, and leaves while it still has the unit.
! ranks: 2
! expect: env.finalize
! executions: 1
program fortran_read
    use mpi
    implicit none
    integer :: ierr, rank, value
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
        read (*, *) value ! HERE env.finalize
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
end program fortran_read
