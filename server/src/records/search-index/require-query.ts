import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { isProblem, parseQuery, type SearchQuery } from '@portal/contract/search/query.ts'
import { failure } from '../../engines/http/errors.ts'

/** @throws PortalError 400 with the problem of the query. */
export function requireQuery(text: string): SearchQuery {
  const parsed = parseQuery(text)
  if (isProblem(parsed)) throw failure(REQUEST_INVALID, { values: { problem: parsed.problem } })
  return parsed
}
