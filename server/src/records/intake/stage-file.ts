import { FILE_NAME_MISSING, NOT_ACCEPTED } from '@portal/contract/files/upload-errors.ts'
import type { Engines } from '../../engines/engines.ts'
import { failure } from '../../engines/http/errors.ts'
import { TooManyBytes, type StagedBytes } from '../../engines/storage/storage.ts'
import { deleteStaged, recordStaged } from '../stored-files/bytes/stored-objects.repository.ts'
import { cleanFileName } from '../documents/file-name.ts'
import { acceptedExtension } from '../stored-files/file-types/check-kind.ts'
import { tooLarge } from './too-large.ts'
import type { AcquirePermit } from './upload-permit.ts'

/** Bytes that come in while the upload is noted: a small one waits for nothing else. */
const BEFORE_ITS_PLACE_BYTES = 1_048_576

type StagingContext = Pick<Engines, 'storage' | 'database' | 'log' | 'settings'>

/** A file on its way in; `key` is what its bytes will be stored under, `largest` how many they may be. */
export type IncomingFile = {
  readonly key: string
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
  readonly largest: number
  /** Of an upload that counts for its person; any other is only noted. */
  readonly acquirePermit?: AcquirePermit
}

/** A file whose bytes are staged, under the name that the document will have. */
export type IntakeFile = StagedBytes & { readonly key: string; readonly name: string }

/**
 * Stages a file as its bytes arrive. Its name is looked at first: of a refused one no byte is read.
 * @throws PortalError 400 for no name, 415 for a kind that is not accepted, 413 for too many bytes; ENOSPC, and the
 * errors of `bytes` and of `acquirePermit`.
 */
export async function stageFile(
  context: StagingContext,
  { name: sentName, ...incoming }: IncomingFile,
): Promise<IntakeFile> {
  const name = cleanFileName(sentName)
  if (name === null) throw failure(FILE_NAME_MISSING)
  if (!acceptedExtension(name)) throw failure(NOT_ACCEPTED, { values: { fileName: name } })
  try {
    return { key: incoming.key, name, ...(await stageNoted(context, incoming)) }
  } catch (error) {
    throw error instanceof TooManyBytes ? tooLarge(context.settings, name) : error
  }
}

/** Notes the upload while its bytes arrive: none are ever kept of which the database has no trace. */
async function stageNoted(
  { storage, database }: StagingContext,
  { key, bytes, largest, acquirePermit }: Omit<IncomingFile, 'name'>,
): Promise<StagedBytes> {
  const broken = new AbortController()
  const noting = acquirePermit ? acquirePermit(key, broken.signal) : recordStaged(database.kysely, key)
  const staging = storage.stage(key, onceNoted(bytes, noting), { largest })
  staging.catch((error: unknown) => broken.abort(error))
  const [staged, noted] = await Promise.allSettled([staging, noting])
  if (staged.status === 'rejected') throw staged.reason
  if (noted.status === 'rejected') throw noted.reason
  return staged.value
}

/** The first bytes of an upload, and the rest of them once it has its place: until then they are not read on. */
export async function* onceNoted(
  bytes: AsyncIterable<Buffer>,
  noting: Promise<void>,
): AsyncGenerator<Buffer> {
  let came = 0
  for await (const piece of bytes) {
    came += piece.length
    if (came > BEFORE_ITS_PLACE_BYTES) await noting
    yield piece
  }
}

/**
 * Does `work` on a file that is being staged or is staged; where it fails, nothing staged is left.
 * @throws what `work` failed with.
 */
export async function discardOnFailure<T>(
  context: StagingContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discard(context, key)
    throw error
  }
}

/** What cannot be discarded now is the sweeper's; the caller should hear of the first failure. */
async function discard({ storage, database, log }: StagingContext, key: string): Promise<void> {
  try {
    await storage.discard(key)
    await deleteStaged(database.kysely, [key])
  } catch (error) {
    log.warn({ err: error, key }, 'A broken upload could not be removed yet.')
  }
}
