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
    real(8) :: x
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    n = 0
    x = 0
    if (rank == 0) then
        open (unit=10, file='parameters', status='old')
        read (10, *)
        read (10, *) n, x
        read (10, *) m
        close (10)
    end if
    call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(x, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    if (rank == 1 .and. n == 40) then
        if (x == 2.25d0) call MPI_Abort(MPI_COMM_WORLD, 3, ierr) ! HERE crash.abort
    end if
    call MPI_Finalize(ierr)
end program main
