import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { ProofDialog } from '../features/auth/proof/proof-dialog.tsx'
import { useConfig } from '../lib/config.ts'
import { sessionQuery } from '../lib/session.ts'
import classes from './frame.module.css'
import { NavigationBar } from './navigation-bar.tsx'
import { hasFooter, hasNavigation } from './navigation-entries.ts'
import { PartMissing } from './part-missing.tsx'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'
import { useNoStrayDrops } from './use-no-stray-drops.ts'

/** What surrounds every screen: the skip link, the navigation bar, the footer. */
export function Frame() {
  const { pathname } = useLocation()
  // Loaders and the watch of the session ask who is signed in; the frame asks only where no loader has.
  const session = useQuery({ ...sessionQuery, refetchOnMount: false, retryOnMount: false }).data ?? null
  const isBehindSignIn = session !== null && hasNavigation(pathname)
  useFocusAfterNavigation(pathname)
  useNoStrayDrops()
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip} onClick={skipToMain}>
        Skip to content
      </a>
      <NavigationProgress />
      {isBehindSignIn && <NavigationBar session={session} />}
      <main id="main" tabIndex={-1} className={classes.main} data-inset={isBehindSignIn || undefined}>
        <Outlet />
      </main>
      {session && hasFooter(pathname) && <Footer />}
      {session && <ProofDialog key={session.username} username={session.username} />}
      <PartMissing />
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

/** A screen's code is being loaded. */
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
