import {
  ARCHIVE_TOO_LARGE,
  MAX_PREPARED_ARCHIVES,
  TOO_MANY_FOR_ARCHIVE,
  type PreparedArchive,
  type prepareArchive as prepareArchiveCall,
} from '@portal/contract/archives/archives.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import { storeArchive } from '../../records/archives/archives.repository.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { inSearchTurn } from '../../records/search-index/in-search-turn.ts'
import { selectDocuments } from '../../records/search-index/select-documents.ts'
import { takeArchivePlace } from './archive-place.ts'
import { listArchiveFacts } from './archives.repository.ts'
import { leaveOut } from './leave-out.policy.ts'

/** Documents that are read at a time. */
const PORTION = 5000
const GIGABYTE = 1_073_741_824

type Contents = Pick<PreparedArchive, 'files' | 'bytes' | 'leftOut'>

/**
 * Fixes the documents of an archive, and says what it contains now.
 * @throws PortalError as `selectDocuments`; 400 for too many files or bytes; 429 while the person has no slot, or after
 * too many archives.
 */
export async function prepareArchive(
  call: PersonContext,
  { key, selection }: BodyOf<typeof prepareArchiveCall>,
): Promise<PreparedArchive> {
  takeArchivePlace(call)()
  await admitAttempt(call, repeatedActLimits(call.actor, 'ZIP file'))
  return inSearchTurn(call, async (context) => {
    const { database, clock, settings, actor } = context
    const { ids, isComplete } = await selectDocuments(context, selection, archiveLimit(context))
    const contents = await readContents(context, ids)
    if (contents.bytes > settings.archiveMaxBytes) {
      const values = { size: inGigabytes(contents.bytes), limit: inGigabytes(settings.archiveMaxBytes) }
      throw failure(ARCHIVE_TOO_LARGE, { values })
    }
    await storeArchive(database.kysely, {
      key,
      accountId: actor.person.accountId,
      preparedAt: clock.now(),
      documentIds: ids,
      most: MAX_PREPARED_ARCHIVES,
    })
    return { total: ids.length, isComplete, ...contents }
  })
}

function archiveLimit({ settings }: PersonContext) {
  const files = settings.archiveMaxFiles.toLocaleString('en-US')
  return {
    most: settings.archiveMaxFiles,
    refuse: () => failure(TOO_MANY_FOR_ARCHIVE, { values: { files } }),
  }
}

async function readContents(
  { database, actor: { person } }: PersonContext,
  ids: readonly number[],
): Promise<Contents> {
  const reasons = new Map<string, { sentence: string; count: number }>()
  const leave = ({ code, sentence }: Refusal, count = 1) => {
    const before = reasons.get(code)?.count ?? 0
    if (count > 0) reasons.set(code, { sentence, count: before + count })
  }
  let files = 0
  let bytes = 0
  for (let at = 0; at < ids.length; at += PORTION) {
    const portion = ids.slice(at, at + PORTION)
    const rows = await listArchiveFacts(database.kysely, portion)
    leave(FILE_NOT_FOUND, portion.length - rows.length)
    for (const row of rows) {
      const refusal = leaveOut(person, row, row.scan ?? undefined)
      if (refusal) leave(refusal)
      else {
        files += 1
        bytes += row.byte_size
      }
    }
  }
  const leftOut = [...reasons]
    .map(([code, reason]) => ({ code, ...reason }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
  return { files, bytes, leftOut }
}

/** Rounded up, so that a size above the limit never looks like the limit. */
function inGigabytes(bytes: number): string {
  return (Math.ceil((bytes / GIGABYTE) * 10) / 10).toLocaleString('en-US')
}
