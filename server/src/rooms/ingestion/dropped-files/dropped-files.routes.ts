import {
  exportDroppedFiles as exportDroppedFilesCall,
  listDroppedFiles,
  markDroppedFileDone,
  reopenDroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import type { Serve } from '../../../records/context.ts'

/** Loaded at the first call, because few portals have a drop folder. */
const usecases = () => import('./dropped-files.usecases.ts')

export function droppedFilesRoutes(serve: Serve): void {
  serve(listDroppedFiles, async (context, { query }) => (await usecases()).listDroppedFiles(context, query))

  serve(exportDroppedFilesCall, async (context, { query, request }) => {
    const { exportDroppedFiles } = await import('./export-dropped-files.usecases.ts')
    return exportDroppedFiles(context, { ...query, method: request.method })
  })

  serve(markDroppedFileDone, async (context, { params, body }) =>
    (await usecases()).markDone(context, { ...params, ...body }),
  )

  serve(reopenDroppedFile, async (context, { params }) => (await usecases()).reopen(context, params))
}
