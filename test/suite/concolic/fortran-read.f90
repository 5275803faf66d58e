! A list-directed READ of a file, whose values go to all ranks.
! ranks: 2
! expect: crash.abort
! seed:
! fails:
! file: parameters
! content: 'a name' is no number\n3, 1.5\n 7\n
! failing: 'a name' is no number\n40, 2.25\n 7\n
! options: --focus=all --fixed-ranks
program main
    implicit none
    include 'mpif.h'
    integer :: n, m, rank, ierr
    real(8) :: x, both(2)
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    both = 0
    if (rank == 0) then
        open (unit=10, file='parameters', status='old')
        read (10, *)
        read (10, *) n, x
        read (10, *) m
        close (10)
        both(1) = n
        both(2) = x
    end if
    call MPI_Bcast(both, 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    n = int(both(1))
    if (rank == 1 .and. n == 40) then
        if (both(2) > 2.2d0 .and. both(2) < 2.3d0) call MPI_Abort(MPI_COMM_WORLD, 3, ierr) ! HERE crash.abort
    end if
    call MPI_Finalize(ierr)
end program main
