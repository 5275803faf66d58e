! A Fortran program sends real(8) as MPI_REAL.
! ranks: 2
! expect: mismatch.datatype
program memory
    use mpi
    implicit none
    integer :: ierror
    real(8) :: field(8) ! CREATED mismatch.datatype

    field = 1
    call MPI_Init(ierror)
    call MPI_Bcast(field, 8, MPI_REAL, 0, MPI_COMM_WORLD, ierror) ! HERE mismatch.datatype
    call MPI_Finalize(ierror)
end program
