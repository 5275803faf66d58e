# lines.awk: writes an MPI program of about `lines` lines in files of about 250 lines, as scientific C looks:
# stencils, reductions, halo exchange, small structs, a call tree. Usage: awk -v lines=15000 -v directory=D -f lines.awk
# The bench measures how long compilers and the analysis take on this program; it is also correct, and runs.
BEGIN {
    per_unit = 53
    units = int(lines / (per_unit * 5)) + 1
    for (file = 0; file < units; file++)
        write_file(file)
    write_main(units)
}

function write_file(file,    name, unit) {
    name = directory "/part" file ".c"
    print "#include \"mesh.h\"\n#include <math.h>\n#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" >name
    for (unit = 0; unit < 5; unit++)
        write_unit(name, file "_" unit)
    printf "double part%d(struct mesh *mesh)\n{\n    double sum = 0;\n", file >name
    for (unit = 0; unit < 5; unit++)
        printf "    sum += solve%d_%d(mesh);\n", file, unit >name
    print "    return sum;\n}" >name
    close(name)
}

function write_unit(name, id) {
    printf "static void relax%s(struct mesh *mesh, const double *from, double *to)\n{\n", id >name
    print "    for (int i = 1; i < mesh->rows - 1; i++)\n        for (int j = 1; j < mesh->columns - 1; j++) {" >name
    print "            int at = i * mesh->columns + j;" >name
    print "            double east = from[at + 1], west = from[at - 1];" >name
    print "            double north = from[at - mesh->columns], south = from[at + mesh->columns];" >name
    print "            if (mesh->mask[at])\n                to[at] = 0.25 * (east + west + north + south);" >name
    print "            else\n                to[at] = from[at];\n        }\n}\n" >name
    printf "static void exchange%s(struct mesh *mesh, double *field)\n{\n", id >name
    print "    MPI_Request requests[4];\n    int columns = mesh->columns;" >name
    print "    int above = mesh->rank > 0 ? mesh->rank - 1 : MPI_PROC_NULL;" >name
    print "    int below = mesh->rank < mesh->size - 1 ? mesh->rank + 1 : MPI_PROC_NULL;" >name
    print "    MPI_Irecv(field, columns, MPI_DOUBLE, above, 1, mesh->comm, &requests[0]);" >name
    print "    MPI_Irecv(field + (mesh->rows - 1) * columns, columns, MPI_DOUBLE, below, 2, mesh->comm, &requests[1]);" >name
    print "    MPI_Isend(field + columns, columns, MPI_DOUBLE, above, 2, mesh->comm, &requests[2]);" >name
    print "    MPI_Isend(field + (mesh->rows - 2) * columns, columns, MPI_DOUBLE, below, 1, mesh->comm, &requests[3]);" >name
    print "    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);\n}\n" >name
    printf "static double norm%s(const struct mesh *mesh, const double *a, const double *b)\n{\n", id >name
    print "    double local = 0, global = 0;\n    for (int i = 0; i < mesh->rows * mesh->columns; i++) {" >name
    print "        double difference = a[i] - b[i];\n        if (fabs(difference) > local)\n            local = fabs(difference);\n    }" >name
    print "    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_MAX, mesh->comm);\n    return global;\n}\n" >name
    printf "static double solve%s(struct mesh *mesh)\n{\n", id >name
    print "    double error = 1;\n    for (int step = 0; step < mesh->steps && error > mesh->tolerance; step++) {" >name
    printf "        exchange%s(mesh, mesh->field);\n        relax%s(mesh, mesh->field, mesh->next);\n", id, id >name
    printf "        error = norm%s(mesh, mesh->field, mesh->next);\n", id >name
    print "        double *swap = mesh->field;\n        mesh->field = mesh->next;\n        mesh->next = swap;" >name
    print "        if (mesh->rank == 0 && mesh->verbose)\n            printf(\"step %d: %g\\n\", step, error);\n    }" >name
    print "    return error;\n}\n" >name
}

function write_main(units,    name, file) {
    name = directory "/mesh.h"
    print "#include <mpi.h>\nstruct mesh {\n    int rows, columns, steps, verbose, rank, size;\n    double tolerance;" >name
    print "    double *field, *next;\n    unsigned char *mask;\n    MPI_Comm comm;\n};" >name
    close(name)
    name = directory "/main.c"
    print "#include \"mesh.h\"\n#include <stdio.h>\n#include <stdlib.h>" >name
    for (file = 0; file < units; file++)
        printf "double part%d(struct mesh *mesh);\n", file >name
    print "int main(int argc, char **argv)\n{\n    struct mesh mesh = { .rows = 8, .columns = 8, .steps = 2 };\n    double sum = 0;" >name
    print "    MPI_Init(&argc, &argv);\n    MPI_Comm_dup(MPI_COMM_WORLD, &mesh.comm);" >name
    print "    MPI_Comm_rank(mesh.comm, &mesh.rank);\n    MPI_Comm_size(mesh.comm, &mesh.size);" >name
    print "    mesh.field = calloc(64, sizeof(double));\n    mesh.next = calloc(64, sizeof(double));\n    mesh.mask = calloc(64, 1);" >name
    for (file = 0; file < units; file++)
        printf "    sum += part%d(&mesh);\n", file >name
    print "    free(mesh.field);\n    free(mesh.next);\n    free(mesh.mask);\n    MPI_Comm_free(&mesh.comm);" >name
    print "    MPI_Finalize();\n    return sum < 0;\n}" >name
    close(name)
}
