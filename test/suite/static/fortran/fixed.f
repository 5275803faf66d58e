! Fixed form: rank 0 broadcasts, the others reduce.
! ranks: 2 3
! expect: collective.divergence
      program fixed
      implicit none
      include 'mpif.h'
      integer rank, n, total, ierr
      n = 1
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      if (rank .eq. 0) then ! HERE collective.divergence
        call MPI_BCAST(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      else
        call MPI_ALLREDUCE(n, total, 1, MPI_INTEGER, MPI_SUM,
     &                     MPI_COMM_WORLD, ierr)
      end if
      call MPI_FINALIZE(ierr)
      end
