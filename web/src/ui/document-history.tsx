import {
  getDocumentHistory,
  type DocumentEvent,
  type HistoryKind,
} from '@portal/contract/history/document-history.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useConfig } from '../lib/config.ts'
import {
  documentHistoryCsv,
  documentHistoryPdf,
  documentHistoryQuery,
} from '../lib/document-history.queries.ts'
import { failureText } from '../lib/failure-text.ts'
import { Button } from './button.tsx'
import classes from './document-history.module.css'
import { HistoryEntry } from './history-entry.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Loading } from './loading.tsx'

type Props = {
  readonly fileId: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** The button that opens it. */
  readonly button?: RefObject<HTMLButtonElement | null>
  /** The key that opens it, if the screen has one. */
  readonly shortcut?: string
}

/** What happened to a document, below a button that opens it. It loads when it is open. */
export function DocumentHistory({ fileId, isOpen, onToggle, button, shortcut }: Props) {
  const bodyId = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section className={classes.history}>
      <h3 className={classes.heading}>
        <button
          ref={button}
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-keyshortcuts={shortcut}
          onClick={onToggle}
        >
          <Chevron aria-hidden size={18} /> History {shortcut && <kbd>{shortcut}</kbd>}
        </button>
      </h3>
      <div id={bodyId}>{isOpen && <HistoryList key={fileId} fileId={fileId} />}</div>
    </section>
  )
}

const FILTERS: readonly (readonly [kind: HistoryKind | null, label: string])[] = [
  [null, 'All'],
  ['received', 'Received'],
  ['read', 'Read'],
  ['changed', 'Changed'],
  ['linked', 'Linked'],
  ['moved', 'Moved'],
  ['scanned', 'Virus checks'],
  ['commented', 'Comments'],
  ['corrected', 'Corrections'],
  ['asked', 'Questions'],
]

function HistoryList({ fileId }: { readonly fileId: number }) {
  const [kind, setKind] = useState<HistoryKind | null>(null)
  return (
    <div className={classes.body}>
      <fieldset aria-label="Events to show" className={classes.filters}>
        {FILTERS.map(([value, label]) => (
          <button
            key={label}
            type="button"
            className={classes.filter}
            aria-pressed={kind === value}
            onClick={() => setKind(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Entries fileId={fileId} kind={kind} />
      <p className={classes.exports}>
        <a href={documentHistoryCsv(fileId)} download>
          Download CSV
        </a>
        <a href={documentHistoryPdf(fileId)} download>
          Download PDF with proof
        </a>
      </p>
    </div>
  )
}

type ListProps = { readonly fileId: number; readonly kind: HistoryKind | null }

function Entries({ fileId, kind }: ListProps) {
  const { timeZone } = useConfig()
  const list = useRef<HTMLElement>(null)
  const firstOlder = useRef<number | null>(null)
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(documentHistoryQuery(fileId, kind))
  const events = data?.pages.flatMap((page) => page.events) ?? []
  const hasFailed = error !== null && !isFetching
  const showOlder = () => {
    firstOlder.current = events.length
    void fetchNextPage()
  }
  // The button moves, or goes with the last page: the focus goes on with the entries that it brought.
  useLayoutEffect(() => {
    const { current: at } = firstOlder
    if (at === null || events.length <= at) return
    firstOlder.current = null
    list.current?.querySelectorAll<HTMLElement>('li')[at]?.focus({ preventScroll: true })
  }, [events.length])
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label="Events"
      aria-busy={isFetching}
      className={classes.list}
      data-stale={isPlaceholderData || undefined}
    >
      {!data && isFetching && <Loading>Loading the history...</Loading>}
      {data && events.length === 0 && <p className={classes.nothing}>{nothingText(kind)}</p>}
      {events.length > 0 && (
        <ol className={classes.events}>
          {events.map((event: DocumentEvent) => (
            <HistoryEntry key={event.id} event={event} timeZone={timeZone} />
          ))}
        </ol>
      )}
      {hasFailed && (
        <LoadFailed
          text={failureText(error, getDocumentHistory.fallback)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !hasFailed && (
        <Button aria-disabled={isFetching} onClick={() => !isFetching && showOlder()}>
          {isFetching ? 'Loading...' : 'Show older'}
        </Button>
      )}
    </section>
  )
}

function nothingText(kind: HistoryKind | null): string {
  return kind === null ? 'No events yet.' : 'No such events.'
}
