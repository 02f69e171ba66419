import { changeComment, type Comment } from '@portal/contract/comments/comments.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { draftOf, isCommentDraft, sentText, type CommentDraft } from '../../lib/comment-draft.ts'
import { saveComment, useReloadComments } from '../../lib/comments.queries.ts'
import { failureText } from '../../lib/failure-text.ts'
import { useSession } from '../../lib/session.ts'
import { dropDraft, readDraft, saveDraft } from '../../lib/stored-drafts.ts'
import { CommentEditor } from './comment-editor.tsx'

type Props = {
  readonly fileId: number
  readonly comment: Comment
  readonly onClose: () => void
}

/** The field in which its author changes a comment. Its text stays in the tab until it is saved or given up (R23.24). */
export function ChangedComment({ fileId, comment, onClose }: Props) {
  const { username } = useSession()
  const place = { username, name: `changed-comment-${comment.id}` }
  const [draft, setDraft] = useState<CommentDraft>(() => readDraft(place, isCommentDraft) ?? draftOf(comment))
  const reload = useReloadComments()
  const saving = useMutation({
    mutationFn: (text: string) => saveComment(fileId, { id: comment.id, text }),
    onSuccess: async () => {
      dropDraft(place)
      await reload(fileId)
      onClose()
    },
  })
  const change = (changed: CommentDraft) => {
    setDraft(changed)
    if (sentText(changed) === comment.text) dropDraft(place)
    else saveDraft({ ...place, value: changed })
  }
  return (
    <CommentEditor
      label="Text of your comment"
      fileId={fileId}
      draft={draft}
      onDraft={change}
      send={{
        label: 'Save',
        busy: 'Saving...',
        isBusy: saving.isPending,
        start: () => saving.mutate(sentText(draft)),
      }}
      ending={{
        onKeep: onClose,
        onCancel: () => {
          dropDraft(place)
          onClose()
        },
      }}
      problem={saving.error && failureText(saving.error, changeComment.fallback)}
    />
  )
}
