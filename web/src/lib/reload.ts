type LoadState = {
  readonly data: unknown
  readonly isError: boolean
  readonly refetch: () => Promise<unknown>
}

/** Reloads a list that failed to load; undefined if there is a list, even an older one. */
export function retryIfNotLoaded({ data, isError, refetch }: LoadState): (() => void) | undefined {
  return isError && data === undefined ? () => void refetch() : undefined
}
