! Fixed form: as many broadcasts as the rank says.
! ranks: 2 3
! expect: collective.divergence
      program rounds
      implicit none
      include 'mpif.h'
      integer rank, nprocs, i, total, ierr
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, nprocs, ierr)
      do 20 i = 1, rank ! HERE collective.divergence
        call MPI_ALLREDUCE(rank, total, 1, MPI_INTEGER, MPI_SUM,
     &                     MPI_COMM_WORLD, ierr)
   20 continue ! HERE collective.divergence
      call MPI_FINALIZE(ierr)
      end
