import { useEffect } from 'react'
import { useConfig } from './config.ts'

/** Names the browser's tab after the screen, then the firm. */
export function useTitle(screen: string): void {
  const { companyName } = useConfig()
  useEffect(() => {
    document.title = `${screen} · ${companyName}`
  }, [screen, companyName])
}
