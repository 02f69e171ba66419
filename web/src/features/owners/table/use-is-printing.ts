import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const print = () => matchMedia('print')

/** Whether the page is being printed. What depends on it is rendered before the browser lays out the sheets. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => print().matches)
  useEffect(() => {
    const query = print()
    const tell = (isSo: boolean) => flushSync(() => setIsPrinting(isSo))
    const begin = () => tell(true)
    const follow = () => tell(query.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', follow)
    query.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', follow)
      query.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}
