import { deleteComment, type Comment } from '@portal/contract/comments/comments.ts'
import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { commentParts } from '../../lib/comment-parts.ts'
import { removeComment, useReloadComments } from '../../lib/comments.queries.ts'
import { useConfig } from '../../lib/config.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { UserName } from '../user-name.tsx'
import { ChangedComment } from './changed-comment.tsx'
import classes from './comments.module.css'

type Props = { readonly fileId: number; readonly comment: Comment; readonly isReadOnly: boolean }

/** A comment: who wrote it and when, its text, and for its author the buttons to change and delete it. */
export function CommentEntry({ fileId, comment, isReadOnly }: Props) {
  const { timeZone } = useConfig()
  const entry = useRef<HTMLLIElement>(null)
  const [isChanging, setIsChanging] = useState(false)
  const edit = useFocusAfter(isChanging)
  const { author, text, mentions, createdAt, editedAt, isMine } = comment
  if (text === null) {
    return (
      <li ref={entry} tabIndex={-1} className={classes.comment}>
        <p className={classes.dim}>
          <bdi>
            <UserName name={author.name} />
          </bdi>{' '}
          deleted this comment.
        </p>
      </li>
    )
  }
  return (
    <li ref={entry} tabIndex={-1} className={classes.comment}>
      <p className={classes.head}>
        <bdi className={classes.author}>
          <UserName name={author.name} />
        </bdi>{' '}
        <time dateTime={createdAt} title={createdAt}>
          {formatDateTime(createdAt, timeZone)}
        </time>
        {editedAt !== null && <span> · Edited {formatDateTime(editedAt, timeZone)}</span>}
      </p>
      {isChanging ? (
        <ChangedComment fileId={fileId} comment={comment} onClose={() => setIsChanging(false)} />
      ) : (
        <>
          <CommentText text={text} mentions={mentions} />
          {isMine && !isReadOnly && (
            <OwnActs
              fileId={fileId}
              comment={comment}
              edit={edit}
              onEdit={() => setIsChanging(true)}
              onDeleted={() => entry.current?.focus({ preventScroll: true })}
            />
          )}
        </>
      )}
    </li>
  )
}

/** Gives the focus to the button of the returned reference once the change of the comment has ended. */
function useFocusAfter(isChanging: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasChanging = useRef(false)
  useLayoutEffect(() => {
    if (wasChanging.current && !isChanging) button.current?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  return button
}

/** Plain text: its lines, its links, and the names of people whom it mentions. */
function CommentText({ text, mentions }: Pick<Comment, 'mentions'> & { readonly text: string }) {
  const parts = commentParts(text, mentions)
  return (
    <p dir="auto" className={classes.text}>
      {parts.map(({ is, text: shown }, at) => {
        // The parts of a text have no other identity than their place.
        const key = `${at} ${is}`
        if (is === 'text') return <span key={key}>{shown}</span>
        if (is === 'mention') {
          return (
            <bdi key={key} className={classes.mention}>
              {shown}
            </bdi>
          )
        }
        return (
          <a key={key} href={shown} target="_blank" rel="noopener noreferrer" dir="ltr">
            {shown}
          </a>
        )
      })}
    </p>
  )
}

type OwnProps = Pick<Props, 'fileId' | 'comment'> & {
  readonly edit: RefObject<HTMLButtonElement | null>
  readonly onEdit: () => void
  readonly onDeleted: () => void
}

function OwnActs({ fileId, comment, edit, onEdit, onDeleted }: OwnProps) {
  const [isAsking, setIsAsking] = useState(false)
  const reload = useReloadComments()
  const deletion = useMutation({
    mutationFn: () => removeComment(fileId, comment),
    onSuccess: async () => {
      onDeleted()
      await reload(fileId)
    },
    onSettled: () => setIsAsking(false),
  })
  return (
    <div className={classes.acts}>
      <Button ref={edit} look="quiet" onClick={onEdit}>
        Edit
      </Button>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <span role="alert" className={classes.problem}>
        {deletion.error && failureText(deletion.error, deleteComment.fallback)}
      </span>
      <ConfirmDialog
        opened={isAsking}
        title="Delete this comment?"
        question="Its text goes from the screen for everyone."
        isBusy={deletion.isPending}
        onYes={() => deletion.mutate()}
        onNo={() => setIsAsking(false)}
      />
    </div>
  )
}
