import {
  DELETED_FOR_GOOD,
  RESTORED,
  deleteManyPermanently,
  deletePermanently,
  exportDeletedFiles,
  listDeletedFiles,
  MANY_DELETED_FOR_GOOD,
  restoreFile,
} from '@portal/contract/recycle-bin/recycle-bin.ts'
import type { Serve } from '../../records/context.ts'
import { exportBin } from './export-bin.usecases.ts'
import { listRecycleBin, restoreDocument, deleteForGood, deleteManyForGood } from './recycle-bin.usecases.ts'

export function recycleBinRoutes(serve: Serve): void {
  serve(listDeletedFiles, (context, { query }) => listRecycleBin(context, query))

  serve(exportDeletedFiles, (context, { query, request }) =>
    exportBin(context, { ...query, method: request.method }),
  )

  serve(restoreFile, async (context, { params }) => {
    await restoreDocument(context, params.fileId)
    return { success: true as const, message: RESTORED }
  })

  serve(deletePermanently, async (context, { params }) => {
    await deleteForGood(context, params.fileId)
    return { success: true as const, message: DELETED_FOR_GOOD }
  })

  serve(deleteManyPermanently, async (context, { body }) => {
    const deleted = await deleteManyForGood(context, body.ids)
    return { success: true as const, deleted, message: MANY_DELETED_FOR_GOOD }
  })
}
