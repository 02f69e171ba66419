import { searchAll } from '@portal/contract/search/search.ts'
import type { Serve } from '../../records/context.ts'
import { searchWhileTyping } from './search.usecases.ts'

export function searchRoutes(serve: Serve): void {
  serve(searchAll, (context, { query }) => searchWhileTyping(context, query.q ?? ''))
}
