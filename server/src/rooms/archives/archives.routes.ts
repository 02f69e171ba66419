import * as calls from '@portal/contract/archives/archives.ts'
import type { Serve } from '../../records/context.ts'
import { downloadArchive } from './download-archive.usecases.ts'
import { prepareArchive } from './prepare-archive.usecases.ts'

export function archivesRoutes(serve: Serve): void {
  serve(calls.prepareArchive, (context, { body }) => prepareArchive(context, body))

  serve(calls.downloadArchive, (context, { params }) => downloadArchive(context, params.key))
}
