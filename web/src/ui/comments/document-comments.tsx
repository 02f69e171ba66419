import { listComments, type Comment } from '@portal/contract/comments/comments.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { commentsQuery } from '../../lib/comments.queries.ts'
import { failureText } from '../../lib/failure-text.ts'
import { Button } from '../button.tsx'
import fold from '../document-history.module.css'
import { LoadFailed } from '../load-failed.tsx'
import { Loading } from '../loading.tsx'
import { CommentEntry } from './comment-entry.tsx'
import classes from './comments.module.css'
import { NewComment } from './new-comment.tsx'

type Props = {
  readonly fileId: number
  readonly isOpen: boolean
  /** Whether it is in the bin, where comments are only read. */
  readonly isReadOnly?: boolean
  readonly onToggle: () => void
  /** The button that opens it. */
  readonly button?: RefObject<HTMLButtonElement | null>
  /** The key that opens it, if the screen has one. */
  readonly shortcut?: string
}

/** The comments on a document, below a button that opens them and says how many there are. */
export function DocumentComments({ fileId, isOpen, isReadOnly = false, onToggle, button, shortcut }: Props) {
  const bodyId = useId()
  const { data } = useInfiniteQuery(commentsQuery(fileId))
  const count = data?.pages[0]?.count ?? 0
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section className={fold.history}>
      <h3 className={fold.heading}>
        <button
          ref={button}
          type="button"
          className={fold.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-keyshortcuts={shortcut}
          onClick={onToggle}
        >
          <Chevron aria-hidden size={18} /> Comments {shortcut && <kbd>{shortcut}</kbd>}
          {count > 0 && <span className={classes.count}>{count}</span>}
        </button>
      </h3>
      <div id={bodyId}>{isOpen && <Thread key={fileId} fileId={fileId} isReadOnly={isReadOnly} />}</div>
    </section>
  )
}

type ThreadProps = { readonly fileId: number; readonly isReadOnly: boolean }

/** The field for a new comment appears together with the comments, so that they do not move it. */
function Thread({ fileId, isReadOnly }: ThreadProps) {
  const query = useInfiniteQuery(commentsQuery(fileId))
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const comments = data?.pages.toReversed().flatMap((page) => page.comments) ?? []
  const list = useRef<HTMLElement>(null)
  const rememberPlace = useEarlier(list, comments)
  const hasFailed = error !== null && !isFetching
  return (
    <section ref={list} tabIndex={-1} aria-label="Comments" aria-busy={isFetching} className={classes.thread}>
      {!data && isFetching && <Loading>Loading the comments...</Loading>}
      {hasFailed && (
        <LoadFailed
          text={failureText(error, listComments.fallback)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !hasFailed && (
        <Button
          aria-disabled={isFetching}
          onClick={() => {
            if (isFetching) return
            rememberPlace()
            void fetchNextPage()
          }}
        >
          {isFetching ? 'Loading...' : 'Show earlier'}
        </Button>
      )}
      {data && comments.length === 0 && (
        <p className={classes.nothing}>
          No comments yet. Everyone who may see this file can read and write them.
        </p>
      )}
      {comments.length > 0 && (
        <ol className={classes.comments}>
          {comments.map((comment) => (
            <CommentEntry key={comment.id} fileId={fileId} comment={comment} isReadOnly={isReadOnly} />
          ))}
        </ol>
      )}
      {data && !isReadOnly && <NewComment fileId={fileId} />}
    </section>
  )
}

/**
 * Moves the focus to the last of the earlier comments that arrived: their button moves up, or goes. Returns a function
 * to call before they are asked for.
 */
function useEarlier(list: RefObject<HTMLElement | null>, { length }: readonly Comment[]): () => void {
  const shown = useRef<number | null>(null)
  useLayoutEffect(() => {
    const { current: before } = shown
    if (before === null || length <= before) return
    shown.current = null
    list.current?.querySelectorAll<HTMLElement>('ol > li')[length - before - 1]?.focus()
  }, [length, list])
  return () => {
    shown.current = length
  }
}
