! The attributes that tell about the world can be asked for in Fortran, old form and new.
! ranks: 3
! expect: clean
program universe
    use mpi
    implicit none
    integer :: ierr, old
    integer(kind=MPI_ADDRESS_KIND) :: value
    logical :: found

    call MPI_Init(ierr)
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, value, found, ierr)
    if (found .and. value < 1) error stop 'MPI_Comm_get_attr'
    call MPI_Attr_get(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, old, found, ierr)
    if (found .and. old /= value) error stop 'MPI_Attr_get'
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, value, found, ierr)
    if (found .and. value /= 0) error stop 'MPI_APPNUM'
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, found, ierr)
    if (.not. found .or. value < 32767) error stop 'MPI_TAG_UB'
    call MPI_Finalize(ierr)
end program
