import { useState, type Key } from 'react'

type Options = {
  readonly keys: readonly Key[]
  /** The row that is shown beside the table. */
  readonly current: Key | undefined
}

/**
 * The one row of a table that Tab reaches: the last one with the focus, or else the current one, or else the first. A row
 * that becomes the current one is reached from then on.
 */
export function useRowStop({ keys, current }: Options) {
  const [last, setLast] = useState<{ readonly key: Key | undefined; readonly current: Key | undefined }>({
    key: current,
    current,
  })
  if (last.current !== current) setLast({ key: current ?? last.key, current })
  const { key } = last
  return {
    key: key !== undefined && keys.includes(key) ? key : keys[0],
    note: (focused: Key) => setLast({ key: focused, current }),
  }
}
