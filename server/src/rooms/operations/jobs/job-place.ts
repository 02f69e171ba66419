import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import type { JobState } from '@portal/contract/operations/jobs.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { JobRow, WaitingPlace } from './jobs.repository.ts'

const ID = /^\d{1,18}$/
const WAITING = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) (\d{1,18})$/

/** The place of a job as a page names it; it gives no right. */
export function placeOf({ id, runAtText }: JobRow, state: JobState): string {
  return state === 'failed' ? id : `${runAtText} ${id}`
}

/** @throws PortalError 400 for what no page has named. */
export function readId(after: string | undefined): string | null {
  if (after === undefined) return null
  if (!ID.test(after)) throw unknownPlace()
  return after
}

/** @throws PortalError 400 for what no page has named. */
export function decodeCursor(after: string | undefined): WaitingPlace | null {
  if (after === undefined) return null
  const [, runAt, id] = WAITING.exec(after) ?? []
  if (runAt === undefined || id === undefined || Number.isNaN(Date.parse(runAt))) throw unknownPlace()
  return { runAt, id }
}

function unknownPlace() {
  const problem = 'after must be taken from the page before it.'
  return failure(REQUEST_INVALID, { values: { problem } })
}
