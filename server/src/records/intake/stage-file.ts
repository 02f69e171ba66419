import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import { FILE_NAME_MISSING, FILE_TOO_LARGE, NOT_ACCEPTED } from '@portal/contract/files/upload-errors.ts'
import { MEGABYTE } from '../../engines/config/megabyte.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { Engines } from '../../engines/engines.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { TooManyBytes, type StagedBytes } from '../../engines/storage/storage.ts'
import { deleteStaged, recordStaged } from '../stored-files/bytes/stored-objects.repository.ts'
import { cleanFileName } from '../documents/file-name.ts'
import type { UploadPermit } from './upload-permit.ts'

/** Bytes that may arrive while the upload is being registered, so that a small one need not wait. */
const BEFORE_REGISTERED_BYTES = 1_048_576

type StagingContext = Pick<Engines, 'storage' | 'database' | 'log' | 'settings'>

/** A file that is being received. `key` is its storage key, `largest` its maximum size in bytes. */
export type IncomingFile = {
  readonly key: string
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
  readonly largest: number
  /** For an upload that counts against its person's limit; any other is only recorded. */
  readonly permit?: Pick<UploadPermit, 'register'>
}

/** A file whose bytes are staged, under the document's final name. */
export type IntakeFile = StagedBytes & { readonly key: string; readonly name: string }

/**
 * Stages a file as its bytes arrive. Checks the name first: if it is rejected, no byte is read.
 * @throws PortalError 400 for no name, 415 for a type that is not accepted, 413 for too many bytes; ENOSPC, and the
 * errors of `bytes` and of `permit`.
 */
export async function stageFile(
  context: StagingContext,
  { name: sentName, ...incoming }: IncomingFile,
): Promise<IntakeFile> {
  const name = cleanFileName(sentName)
  if (name === null) throw failure(FILE_NAME_MISSING)
  if (!acceptedExtension(name)) throw failure(NOT_ACCEPTED, { values: { fileName: name } })
  try {
    return { key: incoming.key, name, ...(await stageRegistered(context, incoming)) }
  } catch (error) {
    throw error instanceof TooManyBytes ? tooLarge(context.settings, name) : error
  }
}

/** The error for a file that exceeds the firm's size limit. */
export function tooLarge(
  { maxUploadBytes }: Pick<Settings, 'maxUploadBytes'>,
  fileName: string,
): PortalError {
  return failure(FILE_TOO_LARGE, { values: { fileName, megabytes: maxUploadBytes / MEGABYTE } })
}

/** Registers the upload while its bytes arrive, so that the database knows every object in the store. */
async function stageRegistered(
  { storage, database }: StagingContext,
  { key, bytes, largest, permit }: Omit<IncomingFile, 'name'>,
): Promise<StagedBytes> {
  const broken = new AbortController()
  const registering = permit ? permit.register(key, broken.signal) : recordStaged(database.kysely, key)
  const staging = storage.stage(key, gateUntilRegistered(bytes, registering), { largest })
  staging.catch((error: unknown) => broken.abort(error))
  const [staged, registered] = await Promise.allSettled([staging, registering])
  if (staged.status === 'rejected') throw staged.reason
  if (registered.status === 'rejected') throw registered.reason
  return staged.value
}

/** Yields the first bytes of an upload immediately. The rest stays unread until the upload is registered. */
export async function* gateUntilRegistered(
  bytes: AsyncIterable<Buffer>,
  registered: Promise<void>,
): AsyncGenerator<Buffer> {
  let came = 0
  for await (const piece of bytes) {
    came += piece.length
    if (came > BEFORE_REGISTERED_BYTES) await registered
    yield piece
  }
}

/**
 * Runs `work` on a file that is staged or being staged; if it fails, removes all staged bytes.
 * @throws the errors of `work`.
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

/** Removes all staged bytes. If that fails, the sweeper does it later: the caller has a result or an error of its own. */
export async function discard({ storage, database, log }: StagingContext, key: string): Promise<void> {
  try {
    await storage.discard(key)
    await deleteStaged(database.kysely, [key])
  } catch (error) {
    log.warn({ err: error, key }, 'A broken upload could not be removed yet.')
  }
}
