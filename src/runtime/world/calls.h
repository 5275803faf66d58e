/* calls.h: the MPI functions of the world.
 *
 * world_X does what MPI_X does; `at` is the program's call. world.tmpl lists the functions. MPI_X_c
 * is the same function, with few exceptions. */
#ifndef TUTTI_RUNTIME_WORLD_CALLS_H
#define TUTTI_RUNTIME_WORLD_CALLS_H

#include "runtime/weak.h"
#include "runtime/world/model/numbers.h"
#include "runtime/world/rank/rank.h"

#define SEND_DECLARATION(name)                                                      \
    int world_##name(const struct world_call *at, const void *buf, MPI_Count count, \
                     MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
#define SEND_REQUEST_DECLARATION(name)                                              \
    int world_##name(const struct world_call *at, const void *buf, MPI_Count count, \
                     MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,       \
                     MPI_Request *request);

SEND_DECLARATION(Send)
SEND_DECLARATION(Bsend)
SEND_DECLARATION(Ssend)
SEND_DECLARATION(Rsend)
SEND_REQUEST_DECLARATION(Isend)
SEND_REQUEST_DECLARATION(Ibsend)
SEND_REQUEST_DECLARATION(Issend)
SEND_REQUEST_DECLARATION(Irsend)
SEND_REQUEST_DECLARATION(Send_init)
SEND_REQUEST_DECLARATION(Bsend_init)
SEND_REQUEST_DECLARATION(Ssend_init)
SEND_REQUEST_DECLARATION(Rsend_init)
int world_Recv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
               int source, int tag, MPI_Comm comm, MPI_Status *status);
int world_Irecv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                int source, int tag, MPI_Comm comm, MPI_Request *request);
int world_Recv_init(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                    int source, int tag, MPI_Comm comm, MPI_Request *request);
int world_Sendrecv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                   MPI_Status *status);
int world_Sendrecv_replace(const struct world_call *at, void *buf, MPI_Count count,
                           MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Status *status);
int world_Probe(const struct world_call *at, int source, int tag, MPI_Comm comm,
                MPI_Status *status);
int world_Iprobe(const struct world_call *at, int source, int tag, MPI_Comm comm, int *flag,
                 MPI_Status *status);

int world_Isendrecv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                    MPI_Comm comm, MPI_Request *request);
int world_Isendrecv_replace(const struct world_call *at, void *buf, MPI_Count count,
                            MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                            MPI_Comm comm, MPI_Request *request);
int world_Mprobe(const struct world_call *at, int source, int tag, MPI_Comm comm,
                 MPI_Message *message, MPI_Status *status);
int world_Improbe(const struct world_call *at, int source, int tag, MPI_Comm comm, int *flag,
                  MPI_Message *message, MPI_Status *status);
int world_Mrecv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                MPI_Message *message, MPI_Status *status);
int world_Imrecv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Message *message, MPI_Request *request);
MPI_Fint world_Message_c2f(const struct world_call *at, MPI_Message message);
MPI_Message world_Message_f2c(const struct world_call *at, MPI_Fint message);
int world_Message_toint(const struct world_call *at, MPI_Message message);
MPI_Message world_Message_fromint(const struct world_call *at, int message);
int world_Buffer_attach(const struct world_call *at, void *given, MPI_Count bytes);
int world_Buffer_detach(const struct world_call *at, void *given, int *bytes);
int world_Buffer_detach_c(const struct world_call *at, void *given, MPI_Count *bytes);
int world_Buffer_flush(const struct world_call *at);
int world_Comm_attach_buffer(const struct world_call *at, MPI_Comm comm, void *given,
                             MPI_Count bytes);
int world_Comm_detach_buffer(const struct world_call *at, MPI_Comm comm, void *given, int *bytes);
int world_Comm_detach_buffer_c(const struct world_call *at, MPI_Comm comm, void *given,
                               MPI_Count *bytes);
int world_Comm_flush_buffer(const struct world_call *at, MPI_Comm comm);
int world_Session_attach_buffer(const struct world_call *at, MPI_Session session, void *given,
                                MPI_Count bytes);
int world_Session_detach_buffer(const struct world_call *at, MPI_Session session, void *given,
                                int *bytes);
int world_Session_detach_buffer_c(const struct world_call *at, MPI_Session session, void *given,
                                  MPI_Count *bytes);
int world_Session_flush_buffer(const struct world_call *at, MPI_Session session);

/* p2p/partitioned.c */
int world_Psend_init(const struct world_call *at, const void *buf, int partitions, MPI_Count count,
                     MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                     MPI_Request *handle);
int world_Precv_init(const struct world_call *at, void *buf, int partitions, MPI_Count count,
                     MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                     MPI_Request *handle);
int world_Pready(const struct world_call *at, int partition, MPI_Request handle);
int world_Pready_range(const struct world_call *at, int partition_low, int partition_high,
                       MPI_Request handle);
int world_Pready_list(const struct world_call *at, int length, const int partitions[],
                      MPI_Request handle);
int world_Parrived(const struct world_call *at, MPI_Request handle, int partition, int *flag);

int world_Wait(const struct world_call *at, MPI_Request *request, MPI_Status *status);
int world_Waitall(const struct world_call *at, int count, MPI_Request *handles,
                  MPI_Status *statuses);
int world_Waitany(const struct world_call *at, int count, MPI_Request *handles, int *index,
                  MPI_Status *status);
int world_Waitsome(const struct world_call *at, int incount, MPI_Request *handles, int *outcount,
                   int *indices, MPI_Status *statuses);
int world_Test(const struct world_call *at, MPI_Request *request, int *flag, MPI_Status *status);
int world_Testall(const struct world_call *at, int count, MPI_Request *handles, int *flag,
                  MPI_Status *statuses);
int world_Testany(const struct world_call *at, int count, MPI_Request *handles, int *index,
                  int *flag, MPI_Status *status);
int world_Testsome(const struct world_call *at, int incount, MPI_Request *handles, int *outcount,
                   int *indices, MPI_Status *statuses);
int world_Request_get_status(const struct world_call *at, MPI_Request handle, int *flag,
                             MPI_Status *status);
int world_Request_get_status_all(const struct world_call *at, int count, const MPI_Request *handles,
                                 int *flag, MPI_Status *statuses);
int world_Request_get_status_any(const struct world_call *at, int count, const MPI_Request *handles,
                                 int *index, int *flag, MPI_Status *status);
int world_Request_get_status_some(const struct world_call *at, int incount,
                                  const MPI_Request *handles, int *outcount, int *indices,
                                  MPI_Status *statuses);
int world_Cancel(const struct world_call *at, MPI_Request *handle);
int world_Grequest_start(const struct world_call *at, MPI_Grequest_query_function *query_fn,
                         MPI_Grequest_free_function *free_fn,
                         MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                         MPI_Request *handle);
int world_Grequest_complete(const struct world_call *at, MPI_Request handle);
int world_Request_free(const struct world_call *at, MPI_Request *handle);
int world_Start(const struct world_call *at, MPI_Request *request);
int world_Startall(const struct world_call *at, int count, MPI_Request *handles);

/* Collectives: with a request, the nonblocking form. persistent.h has the persistent one. */
int world_Barrier(const struct world_call *at, MPI_Comm comm, MPI_Request *request);
int world_Bcast(const struct world_call *at, void *buffer, MPI_Count count, MPI_Datatype datatype,
                int root, MPI_Comm comm, MPI_Request *request);
int world_Gather(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm, MPI_Request *request);
int world_Gatherv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                  struct numbers displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request);
int world_Allgather(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int world_Allgatherv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                     MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                     struct numbers displs, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request);
int world_Scatter(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request *request);
int world_Scatterv(const struct world_call *at, const void *sendbuf, struct numbers sendcounts,
                   struct numbers displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int world_Alltoall(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm, MPI_Request *request);
int world_Alltoallv(const struct world_call *at, const void *sendbuf, struct numbers sendcounts,
                    struct numbers sdispls, MPI_Datatype sendtype, void *recvbuf,
                    struct numbers recvcounts, struct numbers rdispls, MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request *request);
int world_Alltoallw(const struct world_call *at, const void *sendbuf, struct numbers sendcounts,
                    struct numbers sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                    struct numbers recvcounts, struct numbers rdispls,
                    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);
int world_Reduce(const struct world_call *at, const void *sendbuf, void *recvbuf, MPI_Count count,
                 MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request);
int world_Allreduce(const struct world_call *at, const void *sendbuf, void *recvbuf,
                    MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                    MPI_Request *request);
int world_Scan(const struct world_call *at, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int world_Exscan(const struct world_call *at, const void *sendbuf, void *recvbuf, MPI_Count count,
                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int world_Reduce_scatter(const struct world_call *at, const void *sendbuf, void *recvbuf,
                         struct numbers recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                         MPI_Request *request);
int world_Reduce_scatter_block(const struct world_call *at, const void *sendbuf, void *recvbuf,
                               MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request *request);
int world_Init(const struct world_call *at, int *argc, char ***argv);
int world_Init_thread(const struct world_call *at, int *argc, char ***argv, int required,
                      int *provided);
int world_Finalize(const struct world_call *at);
int world_Query_thread(const struct world_call *at, int *provided);
int world_Is_thread_main(const struct world_call *at, int *flag);
int world_Initialized(const struct world_call *at, int *flag);
int world_Finalized(const struct world_call *at, int *flag);
int world_Comm_rank(const struct world_call *at, MPI_Comm comm, int *rank);
int world_Comm_size(const struct world_call *at, MPI_Comm comm, int *size);
int world_Comm_test_inter(const struct world_call *at, MPI_Comm comm, int *flag);
int world_Comm_dup(const struct world_call *at, MPI_Comm comm, MPI_Comm *newcomm);
int world_Comm_split(const struct world_call *at, MPI_Comm comm, int color, int key,
                     MPI_Comm *newcomm);
int world_Comm_split_type(const struct world_call *at, MPI_Comm comm, int split_type, int key,
                          MPI_Info info, MPI_Comm *newcomm);
int world_Comm_disconnect(const struct world_call *at, MPI_Comm *comm);
int world_Comm_free(const struct world_call *at, MPI_Comm *comm);
int world_Errhandler_set(const struct world_call *at, MPI_Comm comm, MPI_Errhandler errhandler);
int world_Errhandler_get(const struct world_call *at, MPI_Comm comm, MPI_Errhandler *errhandler);
int world_Comm_set_errhandler(const struct world_call *at, MPI_Comm comm,
                              MPI_Errhandler errhandler);
int world_Comm_get_errhandler(const struct world_call *at, MPI_Comm comm,
                              MPI_Errhandler *errhandler);
int world_Comm_call_errhandler(const struct world_call *at, MPI_Comm comm, int errorcode);
int world_Op_create(const struct world_call *at, MPI_User_function *user_fn, int commute,
                    MPI_Op *op);
int world_Op_free(const struct world_call *at, MPI_Op *op);
int world_Type_dup(const struct world_call *at, MPI_Datatype oldtype, MPI_Datatype *newtype);
int world_Type_commit(const struct world_call *at, MPI_Datatype *datatype);
int world_Type_free(const struct world_call *at, MPI_Datatype *datatype);
int world_Type_create_subarray(const struct world_call *at, int ndims,
                               struct numbers array_of_sizes, struct numbers array_of_subsizes,
                               struct numbers array_of_starts, int order, MPI_Datatype oldtype,
                               MPI_Datatype *newtype);
int world_Type_get_contents(const struct world_call *at, MPI_Datatype datatype, int max_integers,
                            int max_addresses, int max_datatypes, int array_of_integers[],
                            MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
int world_Op_create_c(const struct world_call *at, MPI_User_function_c *user_fn, int commute,
                      MPI_Op *op);
int world_Type_get_contents_c(const struct world_call *at, MPI_Datatype datatype,
                              MPI_Count max_integers, MPI_Count max_addresses,
                              MPI_Count max_large_counts, MPI_Count max_datatypes,
                              int array_of_integers[], MPI_Aint array_of_addresses[],
                              MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]);
int world_Abort(const struct world_call *at, MPI_Comm comm, int errorcode);
double world_Wtime(void);
double world_Wtick(void);
int world_Get_processor_name(const struct world_call *at, char *name, int *resultlen);

/* comm/group_handles.c */
int world_Group_free(const struct world_call *at, MPI_Group *group);
int world_Comm_group(const struct world_call *at, MPI_Comm handle, MPI_Group *group);
int world_Comm_remote_group(const struct world_call *at, MPI_Comm handle, MPI_Group *group);
int world_Group_size(const struct world_call *at, MPI_Group group, int *size);
int world_Group_rank(const struct world_call *at, MPI_Group group, int *rank);
int world_Group_translate_ranks(const struct world_call *at, MPI_Group group1, int n,
                                const int ranks1[], MPI_Group group2, int ranks2[]);
int world_Group_compare(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                        int *result);
int world_Group_union(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                      MPI_Group *newgroup);
int world_Group_intersection(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                             MPI_Group *newgroup);
int world_Group_difference(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup);
int world_Group_incl(const struct world_call *at, MPI_Group group, int n, const int ranks[],
                     MPI_Group *newgroup);
int world_Group_excl(const struct world_call *at, MPI_Group group, int n, const int ranks[],
                     MPI_Group *newgroup);
int world_Group_range_incl(const struct world_call *at, MPI_Group group, int n,
                           const int ranges[][3], MPI_Group *newgroup);
int world_Group_range_excl(const struct world_call *at, MPI_Group group, int n,
                           const int ranges[][3], MPI_Group *newgroup);

/* comm/constructors.c */
int world_Comm_compare(const struct world_call *at, MPI_Comm comm1, MPI_Comm comm2, int *result);
int world_Comm_get_parent(const struct world_call *at, MPI_Comm *parent);
int world_Comm_dup_with_info(const struct world_call *at, MPI_Comm comm, MPI_Info info,
                             MPI_Comm *newcomm);
int world_Comm_idup(const struct world_call *at, MPI_Comm comm, MPI_Comm *newcomm,
                    MPI_Request *request);
int world_Comm_idup_with_info(const struct world_call *at, MPI_Comm comm, MPI_Info info,
                              MPI_Comm *newcomm, MPI_Request *request);
int world_Comm_create(const struct world_call *at, MPI_Comm comm, MPI_Group handle,
                      MPI_Comm *newcomm);
int world_Comm_create_group(const struct world_call *at, MPI_Comm comm, MPI_Group handle, int tag,
                            MPI_Comm *newcomm);

/* comm/inter.c */
int world_Comm_remote_size(const struct world_call *at, MPI_Comm handle, int *size);
int world_Intercomm_create(const struct world_call *at, MPI_Comm local_comm, int local_leader,
                           MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm);
int world_Intercomm_merge(const struct world_call *at, MPI_Comm intercomm, int high,
                          MPI_Comm *newintracomm);

/* environment/sessions.c */
int world_Session_init(const struct world_call *at, MPI_Info info, MPI_Errhandler errhandler,
                       MPI_Session *session);
int world_Session_finalize(const struct world_call *at, MPI_Session *session);
int world_Session_get_num_psets(const struct world_call *at, MPI_Session session, MPI_Info info,
                                int *npset_names);
int world_Session_get_nth_pset(const struct world_call *at, MPI_Session session, MPI_Info info,
                               int n, int *pset_len, char *pset_name);
int world_Session_get_info(const struct world_call *at, MPI_Session session, MPI_Info *info_used);
int world_Session_get_pset_info(const struct world_call *at, MPI_Session session,
                                const char *pset_name, MPI_Info *info);
int world_Group_from_session_pset(const struct world_call *at, MPI_Session session,
                                  const char *pset_name, MPI_Group *newgroup);
int world_Comm_create_from_group(const struct world_call *at, MPI_Group handle,
                                 const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                                 MPI_Comm *newcomm);
int world_Intercomm_create_from_groups(const struct world_call *at, MPI_Group local_group,
                                       int local_leader, MPI_Group remote_group, int remote_leader,
                                       const char *stringtag, MPI_Info info,
                                       MPI_Errhandler errhandler, MPI_Comm *newintercomm);

/* comm/topologies.c */
int world_Cart_create(const struct world_call *at, MPI_Comm comm_old, int ndims, const int dims[],
                      const int periods[], int reorder, MPI_Comm *comm_cart);
int world_Graph_create(const struct world_call *at, MPI_Comm comm_old, int nnodes,
                       const int index[], const int edges[], int reorder, MPI_Comm *comm_graph);
int world_Cart_sub(const struct world_call *at, MPI_Comm comm, const int remain_dims[],
                   MPI_Comm *newcomm);
int world_Dist_graph_create(const struct world_call *at, MPI_Comm comm_old, int n,
                            const int sources[], const int degrees[], const int destinations[],
                            const int weights[], MPI_Info info, int reorder,
                            MPI_Comm *comm_dist_graph);
int world_Dist_graph_create_adjacent(const struct world_call *at, MPI_Comm comm_old, int indegree,
                                     const int sources[], const int sourceweights[], int outdegree,
                                     const int destinations[], const int destweights[],
                                     MPI_Info info, int reorder, MPI_Comm *comm_dist_graph);
int world_Dims_create(const struct world_call *at, int nnodes, int ndims, int dims[]);
int world_Topo_test(const struct world_call *at, MPI_Comm comm, int *status);
int world_Cart_map(const struct world_call *at, MPI_Comm handle, int ndims, const int dims[],
                   const int periods[], int *newrank);
int world_Graph_map(const struct world_call *at, MPI_Comm handle, int nnodes, const int index[],
                    const int edges[], int *newrank);
int world_Cartdim_get(const struct world_call *at, MPI_Comm comm, int *ndims);
int world_Cart_get(const struct world_call *at, MPI_Comm handle, int maxdims, int dims[],
                   int periods[], int coords[]);
int world_Cart_rank(const struct world_call *at, MPI_Comm comm, const int coords[], int *rank);
int world_Cart_coords(const struct world_call *at, MPI_Comm comm, int rank, int maxdims,
                      int coords[]);
int world_Cart_shift(const struct world_call *at, MPI_Comm comm, int direction, int disp,
                     int *rank_source, int *rank_dest);
int world_Graphdims_get(const struct world_call *at, MPI_Comm comm, int *nnodes, int *nedges);
int world_Graph_get(const struct world_call *at, MPI_Comm comm, int maxindex, int maxedges,
                    int index[], int edges[]);
int world_Graph_neighbors_count(const struct world_call *at, MPI_Comm comm, int rank,
                                int *nneighbors);
int world_Graph_neighbors(const struct world_call *at, MPI_Comm comm, int rank, int maxneighbors,
                          int neighbors[]);
int world_Dist_graph_neighbors_count(const struct world_call *at, MPI_Comm comm, int *indegree,
                                     int *outdegree, int *weighted);
int world_Dist_graph_neighbors(const struct world_call *at, MPI_Comm comm, int maxindegree,
                               int sources[], int sourceweights[], int maxoutdegree,
                               int destinations[], int destweights[]);

/* collective/neighbours.c */
int world_Neighbor_allgather(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int world_Neighbor_allgatherv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                              MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                              struct numbers displs, MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request);
int world_Neighbor_alltoall(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int world_Neighbor_alltoallv(const struct world_call *at, const void *sendbuf,
                             struct numbers sendcounts, struct numbers sdispls,
                             MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                             struct numbers rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request);
int world_Neighbor_alltoallw(const struct world_call *at, const void *sendbuf,
                             struct numbers sendcounts, struct numbers sdispls,
                             const MPI_Datatype sendtypes[], void *recvbuf,
                             struct numbers recvcounts, struct numbers rdispls,
                             const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);

/* rma/create.c */
int world_Win_create(const struct world_call *at, void *base, MPI_Aint size, MPI_Aint disp_unit,
                     MPI_Info info, MPI_Comm comm, MPI_Win *win);
int world_Win_allocate(const struct world_call *at, MPI_Aint size, MPI_Aint disp_unit,
                       MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win);
int world_Win_create_dynamic(const struct world_call *at, MPI_Info info, MPI_Comm comm,
                             MPI_Win *win);
int world_Win_allocate_shared(const struct world_call *at, MPI_Aint size, MPI_Aint disp_unit,
                              MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win);
int world_Win_shared_query(const struct world_call *at, MPI_Win win, int rank, MPI_Aint *size,
                           int *disp_unit, void *baseptr);
int world_Win_shared_query_c(const struct world_call *at, MPI_Win win, int rank, MPI_Aint *size,
                             MPI_Aint *disp_unit, void *baseptr);
int world_Win_attach(const struct world_call *at, MPI_Win win, void *base, MPI_Aint size);
int world_Win_detach(const struct world_call *at, MPI_Win win, const void *base);
int world_Win_free(const struct world_call *at, MPI_Win *win);
int world_Win_get_group(const struct world_call *at, MPI_Win win, MPI_Group *group);
int world_Win_set_info(const struct world_call *at, MPI_Win win, MPI_Info info);
int world_Win_get_info(const struct world_call *at, MPI_Win win, MPI_Info *info_used);
int world_Win_get_errhandler(const struct world_call *at, MPI_Win win, MPI_Errhandler *errhandler);
int world_Win_call_errhandler(const struct world_call *at, MPI_Win win, int errorcode);

/* rma/access.c */
int world_Rput(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
               MPI_Request *request);
int world_Rget(const struct world_call *at, void *origin_addr, MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
               MPI_Request *request);
int world_Raccumulate(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
                      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                      MPI_Request *request);
int world_Rget_accumulate(const struct world_call *at, const void *origin_addr,
                          MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr,
                          MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
                          MPI_Aint target_disp, MPI_Count target_count,
                          MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                          MPI_Request *request);
int world_Put(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
              MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
int world_Get(const struct world_call *at, void *origin_addr, MPI_Count origin_count,
              MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
int world_Accumulate(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
                     MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                     MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int world_Get_accumulate(const struct world_call *at, const void *origin_addr,
                         MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr,
                         MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
                         MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
                         MPI_Op op, MPI_Win win);
int world_Fetch_and_op(const struct world_call *at, const void *origin_addr, void *result_addr,
                       MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op,
                       MPI_Win win);
int world_Compare_and_swap(const struct world_call *at, const void *origin_addr,
                           const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                           int target_rank, MPI_Aint target_disp, MPI_Win win);

/* rma/active.c */
int world_Win_fence(const struct world_call *at, int assert, MPI_Win win);
int world_Win_start(const struct world_call *at, MPI_Group group, int assert, MPI_Win win);
int world_Win_complete(const struct world_call *at, MPI_Win win);
int world_Win_post(const struct world_call *at, MPI_Group group, int assert, MPI_Win win);
int world_Win_wait(const struct world_call *at, MPI_Win win);
int world_Win_test(const struct world_call *at, MPI_Win win, int *flag);

/* rma/locks.c */
int world_Win_lock(const struct world_call *at, int lock_type, int rank, int assert, MPI_Win win);
int world_Win_lock_all(const struct world_call *at, int assert, MPI_Win win);
int world_Win_unlock(const struct world_call *at, int rank, MPI_Win win);
int world_Win_unlock_all(const struct world_call *at, MPI_Win win);
int world_Win_flush(const struct world_call *at, int rank, MPI_Win win);
int world_Win_flush_all(const struct world_call *at, MPI_Win win);
int world_Win_flush_local(const struct world_call *at, int rank, MPI_Win win);
int world_Win_flush_local_all(const struct world_call *at, MPI_Win win);
int world_Win_sync(const struct world_call *at, MPI_Win win);

/* file/file.c, file/open.c, file/manage.c */
int world_File_set_errhandler(const struct world_call *at, MPI_File file,
                              MPI_Errhandler errhandler);
int world_File_get_errhandler(const struct world_call *at, MPI_File file,
                              MPI_Errhandler *errhandler);
int world_File_call_errhandler(const struct world_call *at, MPI_File file, int errorcode);
int world_File_open(const struct world_call *at, MPI_Comm comm, const char *filename, int amode,
                    MPI_Info info, MPI_File *fh);
int world_File_close(const struct world_call *at, MPI_File *fh);
int world_File_set_size(const struct world_call *at, MPI_File fh, MPI_Offset size);
int world_File_preallocate(const struct world_call *at, MPI_File fh, MPI_Offset size);
int world_File_sync(const struct world_call *at, MPI_File fh);
int world_File_set_info(const struct world_call *at, MPI_File fh, MPI_Info info);
int world_File_set_atomicity(const struct world_call *at, MPI_File fh, int flag);
int world_File_set_view(const struct world_call *at, MPI_File fh, MPI_Offset disp,
                        MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
                        MPI_Info info);
int world_File_get_view(const struct world_call *at, MPI_File fh, MPI_Offset *disp,
                        MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep);
int world_File_get_group(const struct world_call *at, MPI_File fh, MPI_Group *group);
int world_File_get_amode(const struct world_call *at, MPI_File fh, int *amode);
int world_File_seek_shared(const struct world_call *at, MPI_File fh, MPI_Offset offset, int whence);
int world_File_get_position_shared(const struct world_call *at, MPI_File fh, MPI_Offset *offset);

#endif
