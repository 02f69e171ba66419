import { useSyncExternalStore } from 'react'

const print = () => matchMedia('print')

function listen(onChange: () => void): () => void {
  const query = print()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the page is being put on paper. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(listen, () => print().matches)
}
