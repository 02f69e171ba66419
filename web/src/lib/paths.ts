import { SCREENS } from '@portal/contract/screens.ts'

/** The address of every screen: what features link to instead of to each other. */
export const PATHS = SCREENS
