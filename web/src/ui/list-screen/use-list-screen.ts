import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { rememberScope, useScope } from '../../lib/scope.ts'
import { useSession } from '../../lib/session.ts'
import { UnreadableAnswer } from '../../lib/wire.ts'
import { useRowPlace } from '../use-row-place.ts'
import type { AddressCodec } from './address-codec.ts'

/** How a page of a list is loaded. */
export type ListQuery<Page> = {
  /** The first part is shared by all pages of the list. */
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly client: QueryClient }) => Promise<Page>
  /** The sentence for a failure without its own; not set if the screen shows no such sentence. */
  readonly fallback?: string
  /** Milliseconds between automatic reloads of the list. */
  readonly refetchInterval?: number
}

type Options<State, Page> = {
  readonly codec: AddressCodec<State>
  readonly query: (state: State) => ListQuery<Page>
  readonly rowsOf: (page: Page) => readonly unknown[]
  /** Returns the state for this user, without filters that the call would reject. */
  readonly adapt?: (state: State) => State
}

/** A list that keeps its state in the address: the shown page, and functions that go to others. */
export function useListScreen<State extends object, Page>(options: Options<State, Page>) {
  const { codec, query, rowsOf, adapt = (state) => state } = options
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const read = codec.read(params)
  const scope = useScopeOfList(codec, read.state)
  const typed = { ...read, state: scope.state }
  const state = adapt(typed.state)
  const refused = Object.keys(codec.fields).filter(
    (name) => state[name as keyof State] !== typed.state[name as keyof State],
  )
  const request = query(state)
  const { shown, ...loading } = useShownPage(request, state)
  const list = useRef<HTMLElement>(null)
  const place = useRowPlace(list, shown ? rowsOf(shown.page) : undefined)
  const reload = () => void queryClient.invalidateQueries({ queryKey: request.queryKey.slice(0, 1) })
  const show = (next: State, { keepsScroll = false } = {}) => {
    scope.follow(next)
    const address = codec.write(next)
    if (address.toString() === codec.write(state).toString()) reload()
    else setParams(address, { preventScrollReset: keepsScroll })
  }
  return {
    codec,
    state,
    /** The parameters of the address that do not filter the list, because their values cannot be used. */
    ignored: [...typed.ignored, ...refused],
    narrow: (change: Partial<State>) => show(codec.narrow(state, change)),
    /** Goes to another page, and moves the focus to the list, where the new rows begin. */
    turn: (change: Partial<State>) => {
      // Otherwise the router would scroll to the top of the screen after this.
      show({ ...state, ...change }, { keepsScroll: true })
      list.current?.focus()
      list.current?.scrollIntoView({ block: 'start' })
    },
    /** Reloads every page of the list. */
    reload,
    shown,
    ...loading,
    /** The section of the list. */
    list,
    place,
  }
}

export type ListScreenState<State, Page> = ReturnType<typeof useListScreen<State & object, Page>>

/**
 * Limits a list with a county filter to the county that is selected in the bar, and writes that county into the address,
 * so that a copied link shows the same list. The two never differ: whoever takes the filter off sees all their counties.
 */
function useScopeOfList<State extends object>(codec: AddressCodec<State>, read: State) {
  const session = useSession()
  const scope = useScope()
  const [, setParams] = useSearchParams()
  const { state: carried } = useLocation()
  const isLimited = scope !== null && 'county' in read && read.county === null
  const state = isLimited ? { ...read, county: scope } : read
  const address = codec.write(state).toString()
  useEffect(() => {
    if (isLimited) setParams(address, { replace: true, preventScrollReset: true, state: carried })
  }, [isLimited, address, setParams, carried])
  return {
    state,
    follow: (next: State) => {
      if ('county' in next && next.county === null && scope !== null) rememberScope(session, null)
    },
  }
}

/** Loads a page. The last loaded page stays in `shown` until the next one has loaded. */
function useShownPage<State, Page>({ fallback = '', ...request }: ListQuery<Page>, state: State) {
  const { data, error, isError, isFetching, dataUpdatedAt, errorUpdatedAt } = useQuery({
    // Never fresh, because other users change every list.
    staleTime: 0,
    // A malformed response would stay malformed, so the screen fails instead of retrying.
    throwOnError: (failure) => failure instanceof UnreadableAnswer,
    ...request,
  })
  const [last, setLast] = useState<{ page: Page; of: State } | null>(null)
  if (data !== undefined && data !== last?.page) setLast({ page: data, of: state })
  // A query without data drops its error when it loads again, so the last error is kept here.
  const [lastError, setLastError] = useState(error)
  if (error !== null && error !== lastError) setLastError(error)
  // A polled list shows its failure until a load succeeds.
  const isPolled = request.refetchInterval !== undefined
  const hasFailed = isPolled ? isError || errorUpdatedAt > dataUpdatedAt : isError && !isFetching
  return {
    /** The page on screen, with the state it was loaded for. */
    shown: last,
    /** Whether `shown` is an older page: the next one is still loading, or failed to load. */
    isOlder: last !== null && (data === undefined || isError),
    isLoading: isFetching && !hasFailed,
    failure: hasFailed ? failureText(lastError, fallback) : null,
  }
}
