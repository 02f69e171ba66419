import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Loading } from '../loading.tsx'
import { PageHeading } from '../page-heading.tsx'
import classes from './list-screen.module.css'
import type { ListScreenState } from './use-list-screen.ts'

/** The sentences of a list without rows. */
export type NothingListed = {
  readonly all: string
  /** The sentence if filters are set. */
  readonly filtered?: string
  /** The sentence if the address names a page after the first. */
  readonly page?: string
  readonly action?: ReactNode
}

type Props<State, Page> = {
  readonly screen: ListScreenState<State, Page>
  readonly title: string
  /** Next to the heading. */
  readonly aside?: ReactNode
  /** Between the heading and the list: tabs and filters. */
  readonly above?: ReactNode
  /** Names the section of the list. */
  readonly label: string
  readonly className?: string | undefined
  /** The number of rows as text; not set if the list does not show it. */
  readonly extent?: string
  /** Replaces the extent while the rows are being reloaded. */
  readonly extentWhileLoading?: string
  readonly loading: string
  /** Whether a failure shows its own sentence instead of the list. */
  readonly explainsFailure?: boolean
  /** The number of rows in the table; null until the rows are loaded. */
  readonly count: number | null
  readonly table: ReactNode
  readonly nothing: NothingListed
  /** The pager, or the steps. */
  readonly steps?: ReactNode
  /** Notices and dialogs. */
  readonly children?: ReactNode
}

/** A screen with one list: its heading, filters and rows, or the content that replaces the rows. */
export function ListScreen<State, Page>(props: Props<State, Page>) {
  const { screen, title, aside, above, label, className, children } = props
  const { list } = screen
  return (
    <>
      <PageHeading aside={aside}>{title}</PageHeading>
      {above}
      <section
        ref={list}
        tabIndex={-1}
        aria-label={label}
        className={[classes.list, className].filter(Boolean).join(' ')}
      >
        <Rows {...props} />
      </section>
      {children}
    </>
  )
}

function Rows<State, Page>(props: Props<State, Page>) {
  const { screen, explainsFailure = false, extent, loading, count, table, nothing, steps } = props
  const { failure, isOlder, isLoading, reload } = screen
  // An older page without rows says nothing about the page that is being loaded.
  const isBlank = isLoading && (count === null || (count === 0 && isOlder))
  return (
    <>
      {failure !== null && <LoadFailed onRetry={reload} {...(explainsFailure && { text: failure })} />}
      {failure !== null && count === null && screen.codec.isPlaced(screen.state) && (
        <EmptyState action={<ToBeginning screen={screen} />}>
          This page of the list may no longer exist.
        </EmptyState>
      )}
      {extent !== undefined && <output className={classes.extent}>{isBlank ? '' : extentOf(props)}</output>}
      {isBlank && <Loading>{loading}</Loading>}
      {count !== null && count > 0 && table}
      {count === 0 && !isOlder && <Nothing screen={screen} nothing={nothing} />}
      {steps}
    </>
  )
}

function extentOf<State, Page>({
  screen,
  extent = '',
  extentWhileLoading,
  count,
}: Props<State, Page>): string {
  const { isOlder, isLoading } = screen
  if (count === null) return extent
  if (isLoading) return extentWhileLoading ?? extent
  return isOlder && extent !== '' ? `Still shown from before: ${extent}` : extent
}

function ToBeginning<State, Page>({ screen: { narrow } }: Pick<Props<State, Page>, 'screen'>) {
  return <Button onClick={() => narrow({})}>First page</Button>
}

type NothingProps<State, Page> = Pick<Props<State, Page>, 'screen' | 'nothing'>

function Nothing<State, Page>({ screen, nothing }: NothingProps<State, Page>) {
  const { codec, state } = screen
  const { all, filtered = all, page, action } = nothing
  if (page !== undefined && codec.isPlaced(state)) {
    return <EmptyState action={<ToBeginning screen={screen} />}>{page}</EmptyState>
  }
  return <EmptyState action={action}>{codec.filters(state).length > 0 ? filtered : all}</EmptyState>
}
