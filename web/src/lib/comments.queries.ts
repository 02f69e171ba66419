import {
  addComment,
  changeComment,
  deleteComment,
  listComments,
  listMentionable,
  type Comment,
} from '@portal/contract/comments/comments.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { UPLOADS_KEY } from './uploads-key.ts'

const keyOf = (fileId: number) => ['comments', fileId] as const

/** The comments of a document: the newest page first, each page oldest first. */
export function commentsQuery(fileId: number) {
  return infiniteQueryOptions({
    queryKey: keyOf(fileId),
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { params: { fileId }, query: { before: pageParam ?? undefined }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ earlier }) => earlier,
    staleTime: 0,
    // A comment that arrives while a person writes would move the field.
    refetchOnWindowFocus: false,
    retry: false,
  })
}

/** People whom a comment on a document may mention, by a part of their name; null asks for none. */
export function mentionableQuery(fileId: number, search: string | null) {
  return queryOptions({
    queryKey: ['mentionable', fileId, search],
    queryFn: ({ signal }) =>
      call(listMentionable, { params: { fileId }, query: { search: search ?? undefined }, signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Returns a function that reloads the comments of a document, and its history, after one was sent. */
export function useReloadComments(): (fileId: number) => Promise<void> {
  const queryClient = useQueryClient()
  return async (fileId) => {
    void queryClient.invalidateQueries({ queryKey: [...UPLOADS_KEY, 'history', fileId] })
    await queryClient.invalidateQueries({ queryKey: keyOf(fileId) })
  }
}

export function sendComment(fileId: number, comment: { readonly key: string; readonly text: string }) {
  return call(addComment, { params: { fileId }, body: comment })
}

export function saveComment(fileId: number, { id, text }: Pick<Comment, 'id'> & { readonly text: string }) {
  return call(changeComment, { params: { fileId, commentId: id }, body: { text } })
}

export function removeComment(fileId: number, { id }: Pick<Comment, 'id'>) {
  return call(deleteComment, { params: { fileId, commentId: id } })
}
