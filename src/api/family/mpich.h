/* mpich.h: the types of the MPICH family, as its binary interface has had them since MPICH 3.1:
 * MPICH, Intel MPI, Cray MPICH, MVAPICH. */
#ifndef TUTTI_API_FAMILY_MPICH_H
#define TUTTI_API_FAMILY_MPICH_H

#define TUTTI_FAMILY_MPICH 1

typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Errhandler;
typedef struct ADIOI_FileD *MPI_File;
typedef int MPI_Group;
typedef int MPI_Info;
typedef int MPI_Message;
typedef int MPI_Op;
typedef int MPI_Request;
typedef int MPI_Session;
typedef int MPI_Win;
typedef long MPI_Aint;
typedef long long MPI_Count;
typedef long long MPI_Offset;

typedef struct {
    int count_lo;
    int count_hi_and_cancelled;
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
} MPI_Status;

typedef struct {
    int count_lo;
    int count_hi_and_cancelled;
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
} MPI_F08_status;

typedef struct MPIR_T_enum_s *MPI_T_enum;
typedef struct MPIR_T_cvar_handle_s *MPI_T_cvar_handle;
typedef struct MPIR_T_pvar_handle_s *MPI_T_pvar_handle;
typedef struct MPIR_T_pvar_session_s *MPI_T_pvar_session;
typedef struct MPIR_T_event_registration_s *MPI_T_event_registration;
typedef struct MPIR_T_event_instance_s *MPI_T_event_instance;

#include "api/family/common.inc"
#include "api/family/events.inc"

/* Extensions. The type of MPI_Comm_split_type() has another number since MPICH 4.1. */
#define MPICH_COMM_TYPE_NEIGHBORHOOD_OLD 4
#define MPICH_COMM_TYPE_NEIGHBORHOOD     5
typedef int MPIX_Grequest_class;
typedef int MPIX_Stream;
typedef struct MPIR_Async_thing *MPIX_Async_thing;
typedef struct {
    void *iov_base;
    MPI_Aint iov_len;
} MPIX_Iov;
typedef int MPIX_Grequest_poll_function(void *, MPI_Status *);
typedef int MPIX_Grequest_wait_function(int, void **, double, MPI_Status *);
typedef int MPIX_Async_poll_function(MPIX_Async_thing);
typedef void MPIX_Destructor_function(void *);
typedef void MPIX_User_function_x(void *, void *, MPI_Count, MPI_Datatype, void *);
typedef void MPIX_Comm_errhandler_function_x(MPI_Comm, int, void *);
typedef void MPIX_File_errhandler_function_x(MPI_File, int, void *);
typedef void MPIX_Win_errhandler_function_x(MPI_Win, int, void *);
typedef void MPIX_Session_errhandler_function_x(MPI_Session, int, void *);

/* Predefined callbacks of attributes. */
#define MPI_COMM_NULL_COPY_FN   ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_DUP_FN         ((MPI_Comm_copy_attr_function *)MPIR_Dup_fn)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_TYPE_NULL_COPY_FN   ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_DUP_FN         ((MPI_Type_copy_attr_function *)MPIR_Dup_fn)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *)0)
#define MPI_WIN_NULL_COPY_FN    ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_DUP_FN          ((MPI_Win_copy_attr_function *)MPIR_Dup_fn)
#define MPI_WIN_NULL_DELETE_FN  ((MPI_Win_delete_attr_function *)0)

#endif
