import {
  DELETED,
  deleteUpload,
  downloadUpload,
  listUploads,
  UPLOADED,
  uploadFile,
} from '@portal/contract/files/files.ts'
import type { Serve } from '../../records/context.ts'
import { checksRoutes } from './checks/checks.routes.ts'
import { deleteDocument } from './delete/delete.usecases.ts'
import { downloadDocument } from '../../records/documents/download/download.usecases.ts'
import { listDocuments } from './list/list.usecases.ts'
import { resumableRoutes } from './resumable/resumable.routes.ts'
import { twinsRoutes } from './duplicates/duplicates.routes.ts'
import { receiveUpload } from './upload/receive-upload.ts'

export function filesRoutes(serve: Serve): void {
  checksRoutes(serve)
  resumableRoutes(serve)
  twinsRoutes(serve)

  serve(listUploads, (context, { query }) => listDocuments(context, query))

  serve(uploadFile, async (context, input) => {
    const file = await receiveUpload(context, input)
    return { success: true as const, message: UPLOADED, file }
  })

  serve(downloadUpload, (context, { params, request }) =>
    downloadDocument(context, {
      find: async () => params.fileId,
      method: request.method,
      headers: request.headers,
    }),
  )

  serve(deleteUpload, async (context, { params }) => {
    await deleteDocument(context, params.fileId)
    return { success: true as const, message: DELETED }
  })
}
