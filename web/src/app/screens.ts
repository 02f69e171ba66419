import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { NUMBERED_SCREENS } from '@portal/contract/screens.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import type { ComponentType } from 'react'
import { PATHS, screenAt } from '../lib/paths.ts'
import { may } from '../lib/rights.ts'

type Path = (typeof PATHS)[keyof typeof PATHS]

/** A screen behind the sign-in. */
export type Screen = {
  readonly path: Path
  /** Its name in the bar and in menus. */
  readonly label: string
  /** The title of its browser tab, if it is not the label. A screen with several titles sets them by `useTitle`. */
  readonly title?: string
  /** Who may open it: people with this right, or everybody who is signed in. */
  readonly right: Right | 'everybody'
  /** The entry of the bar that is current on this screen. An entry names itself. */
  readonly entry?: Path
  /** The heading above it in the side menu. Headings have the order of this list. */
  readonly group?: 'People and access' | 'Records' | 'System'
  /** An entry without one leads to the first screen below it. */
  readonly load?: () => Promise<ComponentType>
}

/** Every screen behind the sign-in. Router, bar, menus, tabs, titles and rights follow this list. */
export const SCREENS: readonly Screen[] = [
  {
    path: PATHS.landing,
    label: 'Home',
    right: 'everybody',
    entry: PATHS.landing,
    load: async () => (await import('./landing-route.tsx')).LandingRoute,
  },
  {
    path: PATHS.welcome,
    label: 'Welcome',
    right: 'everybody',
    entry: PATHS.landing,
    load: async () => (await import('../features/home/welcome-page.tsx')).WelcomePage,
  },
  {
    path: PATHS.documents,
    label: 'Documents',
    right: 'everybody',
    entry: PATHS.documents,
    load: async () => (await import('./documents-route.tsx')).DocumentsRoute,
  },
  {
    path: PATHS.ownerDetails,
    label: 'Owner Detail',
    title: 'Owner Details',
    right: 'everybody',
    entry: PATHS.ownerDetails,
    load: async () => (await import('./owners-route.tsx')).OwnersRoute,
  },
  { path: PATHS.requests, label: 'Requests', right: 'everybody', entry: PATHS.requests },
  {
    path: PATHS.mailbox,
    label: 'E-mails',
    title: 'Mailbox',
    right: 'portal.manage',
    entry: PATHS.requests,
    load: async () => (await import('./mailbox-route.tsx')).MailboxRoute,
  },
  {
    path: PATHS.virusChecks,
    label: 'Virus Checks',
    right: 'documents.manage',
    entry: PATHS.requests,
    load: async () => (await import('./virus-checks-route.tsx')).VirusChecksRoute,
  },
  {
    path: PATHS.dropFolder,
    label: 'Drop Folder',
    right: 'portal.manage',
    entry: PATHS.requests,
    load: async () => (await import('../features/drop-folder/drop-folder-page.tsx')).DropFolderPage,
  },
  {
    path: PATHS.upload,
    label: 'Add New',
    title: 'Upload files',
    right: 'documents.add',
    entry: PATHS.upload,
    load: async () => (await import('../features/upload/upload-page.tsx')).UploadPage,
  },
  {
    path: PATHS.unfinishedUploads,
    label: 'Unfinished uploads',
    right: 'documents.add',
    entry: PATHS.upload,
    load: async () => (await import('../features/upload/unfinished/unfinished-page.tsx')).UnfinishedPage,
  },
  {
    path: PATHS.recycleBin,
    label: 'Recycle Bin',
    right: 'documents.add',
    entry: PATHS.recycleBin,
    load: async () => (await import('./recycle-bin-route.tsx')).RecycleBinRoute,
  },
  { path: PATHS.administration, label: 'Administration', right: 'everybody', entry: PATHS.administration },
  {
    path: PATHS.people,
    label: 'People',
    right: 'people.manage',
    entry: PATHS.administration,
    group: 'People and access',
    load: async () => (await import('../features/people/people-page.tsx')).PeoplePage,
  },
  {
    path: PATHS.counties,
    label: 'Counties',
    right: 'portal.manage',
    entry: PATHS.administration,
    group: 'People and access',
    load: async () => (await import('../features/counties/counties-page.tsx')).CountiesPage,
  },
  {
    path: PATHS.apiTokens,
    label: 'API tokens',
    right: 'portal.manage',
    entry: PATHS.administration,
    group: 'People and access',
    load: async () => (await import('../features/api-tokens/api-tokens-page.tsx')).ApiTokensPage,
  },
  {
    path: PATHS.history,
    label: 'Activity',
    right: 'audit.read',
    entry: PATHS.administration,
    group: 'Records',
    load: async () => (await import('../features/history/history-page.tsx')).HistoryPage,
  },
  {
    path: PATHS.jobs,
    label: 'Background tasks',
    right: 'portal.manage',
    entry: PATHS.administration,
    group: 'System',
    load: async () => (await import('../features/operations/jobs/jobs-page.tsx')).JobsPage,
  },
  {
    path: PATHS.state,
    label: 'System status',
    right: 'portal.manage',
    entry: PATHS.administration,
    group: 'System',
    load: async () => (await import('../features/operations/state/state-page.tsx')).StatePage,
  },
  {
    path: PATHS.myWork,
    label: 'My work',
    right: 'everybody',
    load: async () => (await import('../features/work/my-work-page.tsx')).MyWorkPage,
  },
  {
    path: PATHS.account,
    label: 'Account',
    right: 'everybody',
    load: async () => (await import('../features/auth/account/account-page.tsx')).AccountPage,
  },
  {
    path: PATHS.receipts,
    label: 'Filing receipts',
    right: 'everybody',
    load: async () => (await import('../features/receipts/receipts-page.tsx')).ReceiptsPage,
  },
  {
    path: PATHS.runs,
    label: 'Your runs',
    right: 'documents.add',
    load: async () => (await import('../features/runs/pages/runs-page.tsx')).RunsPage,
  },
]

/** The screen at this address; a receipt and a run have their number below the path. */
export function findScreen(address: string): Screen | undefined {
  const here = screenAt(address)
  return SCREENS.find(
    ({ path }) => path === here || (NUMBERED_SCREENS.includes(path) && here.startsWith(`${path}/`)),
  )
}

function isOpenTo(session: Pick<Session, 'rights'>, right: Screen['right']): boolean {
  return right === 'everybody' || may(session, right)
}

/** The screens that share an entry of the bar, as far as this person may open them. */
export function screensOf(entry: Path | undefined, session: Pick<Session, 'rights'>): readonly Screen[] {
  if (entry === undefined) return []
  return SCREENS.filter(({ load, right, ...screen }) => {
    return screen.entry === entry && load !== undefined && isOpenTo(session, right)
  })
}

/** The entries of the bar that lead this person somewhere (specification, section 2). Logout follows them. */
export function entriesFor(session: Pick<Session, 'rights' | 'secondFactor'>): readonly Screen[] {
  if (session.secondFactor) return []
  return SCREENS.filter(({ path, entry, right }) => {
    return path === entry && isOpenTo(session, right) && screensOf(entry, session).length > 0
  })
}

/** Whether the entry leads to the screen at this address, or to the screens below it. */
export function isCurrent({ path }: Screen, address: string): boolean {
  return findScreen(address)?.entry === path
}
