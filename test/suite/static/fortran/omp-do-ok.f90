! All threads meet the loop construct.
! ranks: 1
! expect: clean
program threads
  implicit none
  integer :: i, cells(100), omp_get_thread_num
  external :: omp_get_thread_num
  cells = 0
  !$omp parallel
    !$omp do
    do i = 1, 100
      cells(i) = i
    end do
    !$omp end do
  !$omp end parallel
  print *, cells(100)
end program
