type Loading = {
  readonly data: unknown
  readonly isError: boolean
  readonly refetch: () => Promise<unknown>
}

/** Asks again for a list that could not be loaded; undefined where there is one, if only from before. */
export function reloadOf({ data, isError, refetch }: Loading): (() => void) | undefined {
  return isError && data === undefined ? () => void refetch() : undefined
}
