import { deleteUpload, downloadUpload, listUploads, uploadFile } from '@portal/contract/files.ts'
import type { Serve } from '../http/serve.ts'
import { deleteDocument } from './delete/delete.usecases.ts'
import { downloadDocument } from '../documents/download.usecases.ts'
import { listDocuments } from './list/list.usecases.ts'
import { receiveUpload } from './upload/receive-upload.ts'
import { uploadSlots } from './upload/upload-slots.ts'

export function filesRoutes(serve: Serve): void {
  const slots = uploadSlots()

  serve(listUploads, (context, { query }) => listDocuments(context, query))

  serve(uploadFile, async (context, { request }) => {
    const file = await slots.run(context.person.accountId, () => receiveUpload(context, request))
    return { success: true as const, message: 'File uploaded successfully.', file }
  })

  serve(downloadUpload, (context, { params, request }) =>
    downloadDocument(context, {
      documentId: params.fileId,
      method: request.method,
      headers: request.headers,
    }),
  )

  serve(deleteUpload, async (context, { params }) => {
    await deleteDocument(context, params.fileId)
    return { success: true as const, message: 'File deleted successfully.' }
  })
}
