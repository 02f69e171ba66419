import {
  CHECK_QUEUED,
  checkAgain,
  listUnopenable,
  listVirusChecks,
  REMOVED_FOR_GOOD,
  removeInfected,
} from '@portal/contract/files/virus-checks.ts'
import type { Serve } from '../../../records/context.ts'
import { checkDocumentAgain, listVirusChecksOf, removeInfectedFile, unopenableOf } from './checks.usecases.ts'

export function checksRoutes(serve: Serve): void {
  serve(listVirusChecks, (context) => listVirusChecksOf(context))

  serve(listUnopenable, (context, { query }) => unopenableOf(context, query.ids))

  serve(checkAgain, async (context, { params }) => {
    await checkDocumentAgain(context, params.fileId)
    return { success: true as const, message: CHECK_QUEUED }
  })

  serve(removeInfected, async (context, { params }) => {
    await removeInfectedFile(context, params.key)
    return { success: true as const, message: REMOVED_FOR_GOOD }
  })
}
