import {
  DELETED,
  deleteUpload,
  downloadUpload,
  listUploads,
  UPLOADED,
  uploadFile,
} from '@portal/contract/files/files.ts'
import type { Serve } from '../../records/context.ts'
import { deleteDocument } from './delete/delete.usecases.ts'
import { downloadDocument } from '../../records/documents/download/download.usecases.ts'
import { listDocuments } from './list/list.usecases.ts'
import { resumableRoutes } from './resumable/resumable.routes.ts'
import { receiveUpload } from './upload/receive-upload.ts'
import {
  CHECK_QUEUED,
  checkAgain,
  exportVirusChecks,
  listUnopenable,
  listVirusChecks,
  REMOVED_FOR_GOOD,
  removeInfected,
} from '@portal/contract/files/virus-checks.ts'
import {
  checkDocumentAgain,
  listVirusChecksOf,
  removeInfectedFile,
  blockedFilesOf,
} from './checks/checks.usecases.ts'
import { exportChecks } from './checks/export-checks.usecases.ts'
import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import { exportDocuments } from './export/export.usecases.ts'
import { listFirstOwners } from '@portal/contract/files/first-owners.ts'
import { firstOwnersOf } from './first-owners/first-owners.usecases.ts'
import { findTwins, listTwins } from '@portal/contract/files/duplicates.ts'
import { findDuplicatesOfFiles, listDuplicatesOfDocument } from './duplicates/duplicates.usecases.ts'

export function filesRoutes(serve: Serve): void {
  checksRoutes(serve)
  resumableRoutes(serve)
  duplicatesRoutes(serve)

  serve(listUploads, (context, { query }) => listDocuments(context, query))

  serve(exportUploads, (context, { query, request }) =>
    exportDocuments(context, { ...query, method: request.method }),
  )

  serve(listFirstOwners, (context, { query }) => firstOwnersOf(context, query.ids))

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

function checksRoutes(serve: Serve): void {
  serve(listVirusChecks, (context) => listVirusChecksOf(context))

  serve(exportVirusChecks, (context, { query, request }) =>
    exportChecks(context, { ...query, method: request.method }),
  )

  serve(listUnopenable, (context, { query }) => blockedFilesOf(context, query.ids))

  serve(checkAgain, async (context, { params }) => {
    await checkDocumentAgain(context, params.fileId)
    return { success: true as const, message: CHECK_QUEUED }
  })

  serve(removeInfected, async (context, { params }) => {
    await removeInfectedFile(context, params.key)
    return { success: true as const, message: REMOVED_FOR_GOOD }
  })
}

function duplicatesRoutes(serve: Serve): void {
  serve(findTwins, (context, { body }) => findDuplicatesOfFiles(context, body))

  serve(listTwins, (context, { params }) => listDuplicatesOfDocument(context, params.fileId))
}
