/* openmpi.h: the types of the Open MPI family, libmpi.so.40: Open MPI 4.0 to 6. */
#ifndef TUTTI_API_FAMILY_OPENMPI_H
#define TUTTI_API_FAMILY_OPENMPI_H

#include <stddef.h>

#define TUTTI_FAMILY_OPENMPI 1

typedef struct ompi_communicator_t *MPI_Comm;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_errhandler_t *MPI_Errhandler;
typedef struct ompi_file_t *MPI_File;
typedef struct ompi_group_t *MPI_Group;
typedef struct ompi_info_t *MPI_Info;
typedef struct ompi_message_t *MPI_Message;
typedef struct ompi_op_t *MPI_Op;
typedef struct ompi_request_t *MPI_Request;
typedef struct ompi_instance_t *MPI_Session;
typedef struct ompi_win_t *MPI_Win;
typedef ptrdiff_t MPI_Aint;
typedef long long MPI_Count;
typedef long long MPI_Offset;

typedef struct ompi_status_public_t {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int _cancelled;
    size_t _ucount;
} MPI_Status;

typedef struct ompi_f08_status_public_t {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int internal[3];
} MPI_F08_status;

typedef struct mca_base_var_enum_t *MPI_T_enum;
typedef struct ompi_mpit_cvar_handle_t *MPI_T_cvar_handle;
typedef struct mca_base_pvar_handle_t *MPI_T_pvar_handle;
typedef struct mca_base_pvar_session_t *MPI_T_pvar_session;
typedef unsigned long *MPI_T_event_registration;
typedef unsigned long *MPI_T_event_instance;

#include "api/family/common.inc"

/* Open MPI's callbacks of events are pointers. */
typedef void (*MPI_T_event_cb_function)(MPI_T_event_instance, MPI_T_event_registration,
                                        MPI_T_cb_safety, void *);
typedef void (*MPI_T_event_free_cb_function)(MPI_T_event_registration, MPI_T_cb_safety, void *);
typedef void (*MPI_T_event_dropped_cb_function)(MPI_Count, MPI_T_event_registration, int,
                                                MPI_T_cb_safety, void *);
typedef int ompi_affinity_fmt_t;

/* Predefined callbacks of attributes. */
#define MPI_COMM_NULL_COPY_FN   OMPI_C_MPI_COMM_NULL_COPY_FN
#define MPI_COMM_DUP_FN         OMPI_C_MPI_COMM_DUP_FN
#define MPI_COMM_NULL_DELETE_FN OMPI_C_MPI_COMM_NULL_DELETE_FN
#define MPI_TYPE_NULL_COPY_FN   OMPI_C_MPI_TYPE_NULL_COPY_FN
#define MPI_TYPE_DUP_FN         OMPI_C_MPI_TYPE_DUP_FN
#define MPI_TYPE_NULL_DELETE_FN OMPI_C_MPI_TYPE_NULL_DELETE_FN
#define MPI_WIN_NULL_COPY_FN    OMPI_C_MPI_WIN_NULL_COPY_FN
#define MPI_WIN_DUP_FN          OMPI_C_MPI_WIN_DUP_FN
#define MPI_WIN_NULL_DELETE_FN  OMPI_C_MPI_WIN_NULL_DELETE_FN

#endif
