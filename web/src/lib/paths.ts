import { SCREENS } from '@portal/contract/screens.ts'

/** The address of every screen: what features link to instead of to each other. */
export const PATHS = SCREENS

/** The path of the screen at an address: without query, fragment and slashes at its end. */
export function screenAt(address: string): string {
  const [path = ''] = address.split(/[?#]/u)
  return path.length > 1 ? path.replace(/\/+$/u, '') : path
}
