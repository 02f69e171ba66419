import type { Endpoint } from '../endpoint.ts'
import type { ErrorCase } from '../error.ts'
import { TOKEN_NOT_ALLOWED, TOKEN_OF_COUNTIES, TOKEN_ONLY_READS } from './token-errors.ts'

/** The calls that API tokens may make, by the beginning of their path. A new path is closed until it is listed here. */
const OPEN = [
  '/archives',
  '/events',
  '/files/',
  '/lookup/',
  '/owners/',
  '/receipts',
  '/search',
  '/status/',
  '/work/',
]

/** Calls on what the caller uploaded for any county. A token for selected counties would see more than these. */
const OWN_OF_ALL_COUNTIES = ['/receipts', '/files/resumable', '/files/uploads/:fileId/receipts']

type Call = Pick<Endpoint, 'access' | 'method' | 'path' | 'isRead' | 'needsProof'>

/** What an API token allows. */
export type TokenLimits = { readonly mayWrite: boolean; readonly isOfCounties: boolean }

/** Whether any API token may make the call (R27.10). */
export function isOpenToTokens({ access, path, needsProof }: Call): boolean {
  if (access === 'public') return true
  const isOfDocuments = access === 'session' || access === 'documents.add' || access === 'documents.edit'
  return isOfDocuments && !needsProof && beginsWith(path, OPEN)
}

/** Why a token with these limits may not make the call; null if it may (R27.10–R27.12). */
export function refusalOfToken(call: Call, { mayWrite, isOfCounties }: TokenLimits): ErrorCase | null {
  if (!isOpenToTokens(call)) return TOKEN_NOT_ALLOWED
  if (!mayWrite && call.method !== 'GET' && call.isRead !== true) return TOKEN_ONLY_READS
  return isOfCounties && beginsWith(call.path, OWN_OF_ALL_COUNTIES) ? TOKEN_OF_COUNTIES : null
}

function beginsWith(path: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => path.startsWith(beginning))
}
