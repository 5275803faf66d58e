! Fixed form: as many broadcasts as there are ranks.
! ranks: 2 3
! expect: clean
      program rounds
      implicit none
      include 'mpif.h'
      integer rank, nprocs, i, total, ierr
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, nprocs, ierr)
      do 20 i = 1, nprocs
        call MPI_ALLREDUCE(rank, total, 1, MPI_INTEGER, MPI_SUM,
     &                     MPI_COMM_WORLD, ierr)
   20 continue
      call MPI_FINALIZE(ierr)
      end
