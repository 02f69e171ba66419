type LoadState = {
  readonly data: unknown
  readonly isError: boolean
  readonly refetch: () => Promise<unknown>
}

/** Loads a list again that could not be loaded; undefined where there is one, if only an older one. */
export function retryIfNotLoaded({ data, isError, refetch }: LoadState): (() => void) | undefined {
  return isError && data === undefined ? () => void refetch() : undefined
}
