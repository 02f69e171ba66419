import { ARCHIVE_NOT_FOUND } from '@portal/contract/archives/archives.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { ZipBytes } from '../../engines/zip/zip-bytes.ts'
import { findArchive } from '../../records/archives/archives.repository.ts'
import { preparedSince } from '../../records/archives/sweep-archives.ts'
import type { PersonContext } from '../../records/context.ts'
import { archiveEntries } from './archive-entries.ts'
import { takeArchivePlace } from './archive-place.ts'

/**
 * The documents of a prepared archive as a ZIP file, read at the speed of its reader. If a document cannot be read, or
 * the access of the person ends, the connection is cut: the file then has no directory, and no program opens it.
 * @throws PortalError 429 while the person or the server has no slot; 404 for an archive that the person has not
 * prepared, or too long ago.
 */
export async function downloadArchive(context: PersonContext, key: string): Promise<CallResult<ZipBytes>> {
  const { actor, calendar, clock, database, log } = context
  const leave = takeArchivePlace(context)
  try {
    const { accountId } = actor.person
    const ids = await findArchive(database.kysely, { accountId, key, since: preparedSince(clock) })
    if (!ids) throw failure(ARCHIVE_NOT_FOUND)
    const zip = new ZipBytes(archiveEntries(context, ids))
    const facts = { requestId: actor.caller.requestId, files: ids.length }
    zip.once('error', (error) => log.warn({ err: error, ...facts }, 'A ZIP download was cut off.'))
    zip.once('close', () => {
      if (!zip.readableEnded && !zip.errored)
        log.info(facts, 'A ZIP download ended early: its reader left, or this server stopped.')
    })
    return new CallResult(zip, {
      onceSent: leave,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="documents_${calendar.hourOf(clock.now()).day}.zip"`,
        // A proxy that reads ahead would hide a slow reader.
        'x-accel-buffering': 'no',
      },
    })
  } catch (error) {
    leave()
    throw error
  }
}
