import { findTwins, listTwins } from '@portal/contract/files/duplicates.ts'
import type { Serve } from '../../../records/context.ts'
import { findTwinsOfFiles, listTwinsOfDocument } from './duplicates.usecases.ts'

export function twinsRoutes(serve: Serve): void {
  serve(findTwins, (context, { body }) => findTwinsOfFiles(context, body))

  serve(listTwins, (context, { params }) => listTwinsOfDocument(context, params.fileId))
}
