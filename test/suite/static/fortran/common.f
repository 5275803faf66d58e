! Fixed form: the rank in a common block decides.
! ranks: 2 3
! expect: collective.divergence
      subroutine setup
      implicit none
      include 'mpif.h'
      integer rank, nprocs, ierr
      common /place/ rank, nprocs
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, nprocs, ierr)
      end

      subroutine meet
      implicit none
      include 'mpif.h'
      integer rank, nprocs, ierr
      common /place/ rank, nprocs
      if (rank .eq. 0) then ! HERE collective.divergence
        call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      end if
      end

      program main
      implicit none
      integer ierr
      call setup
      call meet
      call MPI_FINALIZE(ierr)
      end
