import { getStart } from '@portal/contract/start/start.ts'
import type { Serve } from '../../records/context.ts'
import { readStart, type StartSources } from './start.usecases.ts'

export function startRoutes(serve: Serve, sources: StartSources): void {
  serve(getStart, (context, { query }) => readStart(context, query, sources))
}
