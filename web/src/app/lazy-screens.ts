import type { LoaderFunctionArgs } from 'react-router'
import { loadChunk } from '../lib/chunk.ts'
import { screenAt } from '../lib/may-go.ts'
import { PATHS } from '../lib/paths.ts'
import { AdministrationRoute } from './administration-route.tsx'

type Screen = { readonly Component: React.ComponentType }

/** Administration, and what few people open on a day; the number names a part where loading it fails. */
const SCREENS: Readonly<Record<string, () => Promise<Screen>>> = {
  [PATHS.people]: () =>
    loadChunk(14, async () => ({
      Component: (await import('../features/people/people-page.tsx')).PeoplePage,
    })),
  [PATHS.history]: () =>
    loadChunk(19, async () => ({
      Component: (await import('../features/history/history-page.tsx')).HistoryPage,
    })),
  [PATHS.counties]: () =>
    loadChunk(20, async () => ({
      Component: (await import('../features/counties/counties-page.tsx')).CountiesPage,
    })),
  [PATHS.jobs]: () =>
    loadChunk(22, async () => ({
      Component: (await import('../features/operations/jobs/jobs-page.tsx')).JobsPage,
    })),
  [PATHS.mailbox]: () =>
    loadChunk(27, async () => ({
      Component: (await import('../features/mailbox/mailbox-page.tsx')).MailboxPage,
    })),
  [PATHS.state]: () =>
    loadChunk(23, async () => ({
      Component: (await import('../features/operations/state/state-page.tsx')).StatePage,
    })),
  [PATHS.ownerDetails]: () =>
    loadChunk(7, async () => ({
      Component: (await import('../features/owners/owners-page.tsx')).OwnersPage,
    })),
  [PATHS.unfinishedUploads]: () =>
    loadChunk(28, async () => ({
      Component: (await import('../features/upload/unfinished/unfinished-page.tsx')).UnfinishedPage,
    })),
  [PATHS.recycleBin]: () =>
    loadChunk(6, async () => ({
      Component: (await import('../features/recycle-bin/recycle-bin-page.tsx')).RecycleBinPage,
    })),
  [PATHS.virusChecks]: () =>
    loadChunk(12, async () => ({
      Component: (await import('../features/virus-checks/virus-checks-page.tsx')).VirusChecksPage,
    })),
  [PATHS.account]: () =>
    loadChunk(15, async () => ({
      Component: (await import('../features/auth/account/account-page.tsx')).AccountPage,
    })),
  [PATHS.receipts]: () =>
    loadChunk(26, async () => ({
      Component: (await import('../features/receipts/receipts-page.tsx')).ReceiptsPage,
    })),
}

/** The screen that is asked for; of the bare address of administration the one that leads on. */
export async function loadScreen({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Screen> {
  const screen = screenAt(new URL(request.url).pathname)
  const load = SCREENS[screen.startsWith(`${PATHS.receipts}/`) ? PATHS.receipts : screen]
  return load ? load() : { Component: AdministrationRoute }
}
