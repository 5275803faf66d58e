! Only some threads meet the loop construct.
! ranks: 1
! expect: omp.worksharing
! also: omp.barrier
program threads
  implicit none
  integer :: i, cells(100), omp_get_thread_num
  external :: omp_get_thread_num
  cells = 0
  !$omp parallel
  if (omp_get_thread_num() > 0) then ! HERE omp.worksharing ! HERE omp.barrier
    !$omp do
    do i = 1, 100
      cells(i) = i
    end do
    !$omp end do
  end if
  !$omp end parallel
  print *, cells(100)
end program
