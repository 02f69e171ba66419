import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { UnreadableAnswer } from '../../lib/wire.ts'
import { useRowPlace } from '../use-row-place.ts'
import type { AddressCodec } from './address-codec.ts'

/** How a page of a list is loaded. */
export type ListQuery<Page> = {
  /** The first part is that of all pages of the list. */
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Page>
  /** The sentence of a failure that has none of its own; not set where the screen shows no such sentence. */
  readonly fallback?: string
  /** Milliseconds until the list loads itself again. */
  readonly refetchInterval?: number
}

type Options<State, Page> = {
  readonly codec: AddressCodec<State>
  readonly query: (state: State) => ListQuery<Page>
  readonly rowsOf: (page: Page) => readonly unknown[]
  /** The state as it applies to this person, without the filters that the call would refuse. */
  readonly adapt?: (state: State) => State
}

/** A list whose state is its address: the page that is shown, and the ways to others. */
export function useListScreen<State extends object, Page>(options: Options<State, Page>) {
  const { codec, query, rowsOf, adapt = (state) => state } = options
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const typed = codec.read(params)
  const state = adapt(typed.state)
  const refused = Object.keys(codec.fields).filter(
    (name) => state[name as keyof State] !== typed.state[name as keyof State],
  )
  const request = query(state)
  const { shown, ...loading } = useShownPage(request, state)
  const list = useRef<HTMLElement>(null)
  const place = useRowPlace(list, shown ? rowsOf(shown.page) : undefined)
  const reload = () => void queryClient.invalidateQueries({ queryKey: request.queryKey.slice(0, 1) })
  const show = (next: State) => {
    const address = codec.write(next)
    if (address.toString() === codec.write(state).toString()) reload()
    else setParams(address)
  }
  return {
    codec,
    state,
    /** The parameters of the address that narrow nothing, because their values cannot be used. */
    ignored: [...typed.ignored, ...refused],
    narrow: (change: Partial<State>) => show(codec.narrow(state, change)),
    /** Goes to another page. The focus moves to the list, because its new rows begin there. */
    turn: (change: Partial<State>) => {
      show({ ...state, ...change })
      list.current?.focus()
      list.current?.scrollIntoView({ block: 'start' })
    },
    /** Loads every page of the list again. */
    reload,
    shown,
    ...loading,
    /** The section of the list. */
    list,
    place,
  }
}

export type ListScreenState<State, Page> = ReturnType<typeof useListScreen<State & object, Page>>

/** The last page that was loaded stays in `shown` until the next one is there. */
function useShownPage<State, Page>({ fallback = '', ...request }: ListQuery<Page>, state: State) {
  const { data, error, isError, isFetching, dataUpdatedAt, errorUpdatedAt } = useQuery({
    // Other people change every list.
    staleTime: 0,
    // Rows that are not rows stay so: the screen fails instead of trying again.
    throwOnError: (failure) => failure instanceof UnreadableAnswer,
    ...request,
  })
  const [last, setLast] = useState<{ page: Page; of: State } | null>(null)
  if (data !== undefined && data !== last?.page) setLast({ page: data, of: state })
  // A query without data forgets its failure when it loads again.
  const [lastError, setLastError] = useState(error)
  if (error !== null && error !== lastError) setLastError(error)
  // A list that loads itself again shows its failure until it has succeeded.
  const isPolled = request.refetchInterval !== undefined
  const hasFailed = isPolled ? isError || errorUpdatedAt > dataUpdatedAt : isError && !isFetching
  return {
    /** The page on screen, and the state that it is of. */
    shown: last,
    /** Whether `shown` is from before: its successor is on its way, or could not be loaded. */
    isOlder: last !== null && (data === undefined || isError),
    isLoading: isFetching && !hasFailed,
    failure: hasFailed ? failureText(lastError, fallback) : null,
  }
}
