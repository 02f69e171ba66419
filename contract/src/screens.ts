/** The address of every screen (specification, section 2). */
export const SCREENS = {
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirm: '/confirm',
  welcome: '/welcome',
  landing: '/landing',
  documents: '/home',
  ownerDetails: '/owner-details',
  upload: '/add',
  unfinishedUploads: '/add/unfinished',
  recycleBin: '/recyclebin',
  myWork: '/my-work',
  runs: '/runs',
  receipts: '/receipts',
  requests: '/requests',
  mailbox: '/requests/mailbox',
  virusChecks: '/requests/virus-checks',
  dropFolder: '/requests/drop-folder',
  administration: '/admin',
  people: '/admin/people',
  counties: '/admin/counties',
  apiTokens: '/admin/tokens',
  history: '/admin/history',
  jobs: '/admin/jobs',
  state: '/admin/state',
  account: '/account',
  noticesOff: '/notices/off',
} as const

/** Earlier addresses of screens, which bookmarks and sent e-mails still have. */
export const MOVED_SCREENS: Readonly<Record<string, string>> = {
  '/virus-checks': SCREENS.virusChecks,
  '/admin/mailbox': SCREENS.mailbox,
}

const PATHS = new Set<string>(Object.values(SCREENS))

/** The screens that may have a number below their path, such as `/runs/12`. */
export const NUMBERED_SCREENS: readonly string[] = [SCREENS.receipts, SCREENS.runs]

/** Whether a screen has this path. */
export function isScreen(path: string): boolean {
  return (
    PATHS.has(path) ||
    path in MOVED_SCREENS ||
    NUMBERED_SCREENS.some((numbered) => path.startsWith(`${numbered}/`))
  )
}
