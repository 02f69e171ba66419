import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useConfig } from '../lib/config.ts'
import { optional } from '../lib/optional-part.ts'
import { sessionQuery } from '../lib/session.ts'
import classes from './frame.module.css'
import { hasFooter, hasNavigation } from './public-screens.tsx'
import { loadedShell, loadShell } from './shell.ts'

/** For a screen without a loader. Elsewhere the bar renders immediately, because a late bar would shift click targets. */
const LateBar = lazy(async () => ({ default: (await loadShell()).NavigationBar }))

/** If this part is missing, calls that require proof of identity are rejected; everything else works. */
const ProofDialog = optional(19, async () => {
  const { ProofDialog: Dialog } = await import('../features/auth/proof/proof-dialog.tsx')
  return Dialog
})

/** Loaded separately, so that a first visit does not wait for it. */
const PartMissing = optional(20, async () => {
  const { PartMissing: Report } = await import('./part-missing.tsx')
  return Report
})

/** The frame around every screen: the skip link, the navigation bar, the footer. */
export function Frame() {
  const { pathname } = useLocation()
  // Loaders and the session watch request the session; the frame requests it only if no loader has.
  const session = useQuery({ ...sessionQuery, refetchOnMount: false, retryOnMount: false }).data ?? null
  const isBehindSignIn = session !== null && hasNavigation(pathname)
  useFocusAfterNavigation(pathname)
  const NavigationBar = loadedShell()?.NavigationBar ?? LateBar
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip} onClick={skipToMain}>
        Skip to content
      </a>
      <NavigationProgress />
      <Suspense fallback={null}>{isBehindSignIn && <NavigationBar session={session} />}</Suspense>
      <main id="main" tabIndex={-1} className={classes.main} data-inset={isBehindSignIn || undefined}>
        <Outlet />
      </main>
      {session && hasFooter(pathname) && <Footer />}
      <Suspense fallback={null}>
        {session && <ProofDialog key={session.username} username={session.username} />}
      </Suspense>
      <Suspense fallback={null}>
        <PartMissing />
      </Suspense>
      <ScrollRestoration />
    </div>
  )
}

function skipToMain(event: MouseEvent): void {
  event.preventDefault()
  const main = document.querySelector<HTMLElement>('main')
  main?.focus()
  main?.scrollIntoView()
}

/** Shows that a screen's code is being loaded. */
function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div aria-hidden className={classes.progress} />
}

function Footer() {
  const { companyName, companyUrl, footerYear } = useConfig()
  return (
    <footer className={classes.footer}>
      <a href={companyUrl}>{companyName}</a>
      <span>{footerYear}</span>
    </footer>
  )
}

/** Moves the focus to the heading after each navigation; on the first screen the browser decides. */
function useFocusAfterNavigation(pathname: string): void {
  const before = useRef(pathname)
  // Runs together with the screen, not after it: a later focus move could pull the user out of a field.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    const target = heading ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [pathname])
}
