import { countNotices, listNotices, readNotices, type Notice } from '@portal/contract/notices/notices.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { PATHS } from './paths.ts'

const NOTICES = 'notices'

/** How often unread notices are counted, in milliseconds. */
const COUNT_INTERVAL_MS = 60_000

/** How many notices are unread; counted again each minute, and when the window gets the focus. */
export function noticeCountQuery(username: string) {
  return queryOptions({
    queryKey: [NOTICES, username, 'count'],
    queryFn: ({ signal }) => call(countNotices, { signal }),
    refetchInterval: COUNT_INTERVAL_MS,
    retry: false,
  })
}

/** The newest notices. */
export function noticesQuery(username: string) {
  return queryOptions({
    queryKey: [NOTICES, username, 'list'],
    queryFn: ({ signal }) => call(listNotices, { query: {}, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** The newest notices of comments that mention the person. */
export const mentionsQuery = queryOptions({
  queryKey: [NOTICES, 'mentions'],
  queryFn: ({ signal }) => call(listNotices, { query: { kind: 'mention' }, signal }),
  staleTime: 0,
  retry: false,
})

/** Returns a function that marks notices as read: those of a document, or all up to one. */
export function useReadNotices() {
  const queryClient = useQueryClient()
  return async (which: { readonly fileId: number } | { readonly upTo: string }) => {
    await call(readNotices, { body: which })
    await queryClient.invalidateQueries({ queryKey: [NOTICES] })
  }
}

/** The hash of an address that opens the comments in the preview. */
export const COMMENTS_HASH = '#comments'

/** The address of what a notice is about: the comments on its document, or the document with its question. */
export function noticePath({ kind, fileId, others }: Pick<Notice, 'kind' | 'fileId' | 'others'>): string {
  if (kind === 'assigned' && others > 0) return PATHS.myWork
  const isOfComment = kind === 'mention' || kind === 'comment'
  return `${PATHS.documents}?view=${fileId}${isOfComment ? COMMENTS_HASH : ''}`
}
