! Fixed form: rank 0 and the others broadcast.
! ranks: 2 3
! expect: clean
      program fixed
      implicit none
      include 'mpif.h'
      integer rank, n, total, ierr
      n = 1
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      if (rank .eq. 0) then
        call MPI_BCAST(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      else
        call MPI_BCAST(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      end if
      total = n
      call MPI_FINALIZE(ierr)
      end
