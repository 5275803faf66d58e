# Tables: without MPI, so that they are tested by themselves. The guest compiles the same file.
tutti_layer(table SOURCES table.c)
tutti_unit_test(table test_table)
