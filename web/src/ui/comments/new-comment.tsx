import { addComment } from '@portal/contract/comments/comments.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { EMPTY_DRAFT, isCommentDraft, sentText, type CommentDraft } from '../../lib/comment-draft.ts'
import { sendComment, useReloadComments } from '../../lib/comments.queries.ts'
import { failureText } from '../../lib/failure-text.ts'
import { useSession } from '../../lib/session.ts'
import { dropDraft, readDraft, saveDraft } from '../../lib/stored-drafts.ts'
import { CommentEditor } from './comment-editor.tsx'

/** The field for a new comment. Its text stays in the tab until it is posted. */
export function NewComment({ fileId }: { readonly fileId: number }) {
  const { username } = useSession()
  const place = { username, name: `comment-${fileId}` }
  const [draft, setDraft] = useState<CommentDraft>(() => readDraft(place, isCommentDraft) ?? EMPTY_DRAFT)
  const keys = useKeys()
  const reload = useReloadComments()
  const posting = useMutation({
    mutationFn: (text: string) => sendComment(fileId, { key: keys.of(text), text }),
    onSuccess: async () => {
      dropDraft(place)
      keys.renew()
      setDraft(EMPTY_DRAFT)
      await reload(fileId)
    },
  })
  const change = (changed: CommentDraft) => {
    setDraft(changed)
    if (changed.text === '') dropDraft(place)
    else saveDraft({ ...place, value: changed })
  }
  return (
    <CommentEditor
      label="New comment"
      fileId={fileId}
      draft={draft}
      onDraft={change}
      send={{
        label: 'Post',
        busy: 'Posting...',
        isBusy: posting.isPending,
        start: () => posting.mutate(sentText(draft)),
      }}
      problem={posting.error && failureText(posting.error, addComment.fallback)}
    />
  )
}

/** A key for each text, so that a second try after a lost answer posts no second comment. */
function useKeys() {
  const [keys, setKeys] = useState(() => new Map<string, string>())
  return {
    of: (text: string) => {
      const key = keys.get(text) ?? crypto.randomUUID()
      keys.set(text, key)
      return key
    },
    renew: () => setKeys(new Map()),
  }
}
