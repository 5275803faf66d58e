# Parts of the guest without MPI, so that they are tested by themselves. The guest compiles the same files.
tutti_layer(parts SOURCES memory/allocations.c rank/heap.c model/table.c)
tutti_unit_test(parts memory/test_allocations rank/test_heap model/test_table)
