import { SCREENS } from '@portal/contract/screens.ts'

/** The address of every screen. Features link to these paths instead of importing each other. */
export const PATHS = SCREENS

/**
 * The path of the screen at an address, in lower case, without query, fragment and trailing slashes. The router decodes
 * a path and ignores its case, so this function does too.
 */
export function screenAt(address: string): string {
  const [path = ''] = address.split(/[?#]/u)
  return decoded(path.length > 1 ? path.replace(/\/+$/u, '') : path).toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
