import { callPath } from '@portal/contract/call-path.ts'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { listUploads } from '@portal/contract/files/files.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import { writePosition, type ListPosition } from '@portal/contract/list-position.ts'

type Query = QueryOf<typeof listUploads> & { readonly page: number }
type Neighbors = { readonly next?: ListPosition | undefined; readonly previous?: ListPosition | undefined }

/**
 * The Link header of a page (RFC 8288): the same list, its next and previous page by position and by the number that they
 * stand for. The addresses are relative to the call's own (RFC 3986, section 4.2), so they hold behind every proxy.
 */
export function pageLinks(query: Query, { next, previous }: Neighbors): Record<string, string> {
  const { after: _after, before: _before, page, ...list } = query
  const links = [
    ...(next
      ? [linkTo('next', { ...list, page: Math.min(page + 1, MAX_ID), after: writePosition(next) })]
      : []),
    ...(previous
      ? [linkTo('prev', { ...list, page: Math.max(page - 1, 1), before: writePosition(previous) })]
      : []),
  ]
  return links.length > 0 ? { link: links.join(', ') } : {}
}

function linkTo(relation: 'next' | 'prev', query: Readonly<Record<string, unknown>>): string {
  return `<${callPath({ path: '' }, { query })}>; rel="${relation}"`
}
