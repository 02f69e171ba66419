import type { Engines } from '../../engines/engines.ts'
import { checkKind } from '../stored-files/file-types/check-kind.ts'
import type { IntakeFile } from './stage-file.ts'

/** A file whose bytes are stored, with the content type for serving it. */
export type FileInStore = IntakeFile & { readonly contentType: string }

/**
 * Detects a staged file's type from its bytes and stores them durably.
 * @throws PortalError 400 for an empty file, 415 if the content does not match the name; ENOSPC.
 */
export async function storeFile(
  { storage }: Pick<Engines, 'storage'>,
  file: IntakeFile,
): Promise<FileInStore> {
  const verdict = await checkKind(file.name, {
    size: file.size,
    read: (offset, length) => storage.readStaged(file.key, offset, length),
  })
  if (!verdict.ok) throw verdict.refusal
  await storage.keep(file.key)
  return { ...file, contentType: verdict.contentType }
}
