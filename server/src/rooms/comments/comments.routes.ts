import * as calls from '@portal/contract/comments/comments.ts'
import type { Serve } from '../../records/context.ts'
import * as usecases from './comments.usecases.ts'
import { listCommentsOf, listMentionableOn } from './read-comments.usecases.ts'

export function commentsRoutes(serve: Serve): void {
  serve(calls.listComments, (context, { params, query }) => listCommentsOf(context, { ...params, ...query }))

  serve(calls.listMentionable, (context, { params, query }) =>
    listMentionableOn(context, params.fileId, query.search),
  )

  serve(calls.addComment, (context, { params, body }) => usecases.addCommentTo(context, params.fileId, body))

  serve(calls.changeComment, (context, { params, body }) =>
    usecases.changeCommentText(context, params, body.text),
  )

  serve(calls.deleteComment, (context, { params }) => usecases.deleteCommentText(context, params))
}
