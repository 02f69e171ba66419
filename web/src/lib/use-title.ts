import { useEffect, useLayoutEffect } from 'react'
import { useConfig } from './config.ts'

function setTitle(screen: string, companyName: string): void {
  document.title = `${screen} · ${companyName}`
}

/** Sets the title of the browser tab: the screen, then the firm. */
export function useTitle(screen: string): void {
  const { companyName } = useConfig()
  useEffect(() => setTitle(screen, companyName), [screen, companyName])
}

/** The same for the parent of a screen. It runs earlier, so that the screen's own `useTitle` wins. */
export function useDefaultTitle(screen: string): void {
  const { companyName } = useConfig()
  useLayoutEffect(() => setTitle(screen, companyName), [screen, companyName])
}
