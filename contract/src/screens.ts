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
  recycleBin: '/recyclebin',
  virusChecks: '/virus-checks',
  administration: '/admin',
  people: '/admin/people',
  history: '/admin/history',
  account: '/account',
} as const
