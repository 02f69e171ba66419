import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PumpedBytes, type BufferFor } from '../../engines/storage/pumped-bytes.ts'
import { DamagedBytes } from '../../engines/storage/storage.ts'
import type { ZipEntry } from '../../engines/zip/zip-bytes.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'

type Opened = {
  /** In the archive. */
  readonly name: string
  readonly document: Pick<DocumentRow, 'id' | 'byte_size' | 'sha256' | 'uploaded_at'>
  /** All bytes of the document. */
  readonly bytes: Readable
  /** Called with each piece. */
  readonly onActivity: () => Promise<void> | undefined
}

/**
 * A document of an archive. Its bytes are compared with the SHA-256 of the document, also where no MiB of them can be
 * proven before (R21.12).
 */
export function documentEntry({ name, document, bytes, onActivity }: Opened): ZipEntry {
  const read = piecesOf(bytes)
  const hash = createHash('sha256')
  const next = async (buffer: BufferFor): Promise<Buffer | null> => {
    await onActivity()
    const piece = await read(buffer)
    if (piece) hash.update(piece)
    else if (!hash.digest().equals(document.sha256)) {
      throw new DamagedBytes(`The bytes of document ${document.id} are not those that were stored.`)
    }
    return piece
  }
  return {
    name,
    modifiedAt: document.uploaded_at,
    next: (buffer) =>
      next(buffer).catch((error: unknown) => {
        // The stream reports its own damage.
        bytes.destroy(error instanceof Error ? error : undefined)
        throw error
      }),
    close: () => void bytes.destroy(),
  }
}

/** Reads into the buffers of the archive where the stream can, so that a large document needs no memory of its own. */
function piecesOf(bytes: Readable): (buffer: BufferFor) => Promise<Buffer | null> {
  if (bytes instanceof PumpedBytes) return (buffer) => bytes.nextInto(buffer)
  const pieces = bytes.iterator() as AsyncIterator<Buffer, undefined>
  return async () => {
    const { value, done } = await pieces.next()
    return done ? null : value
  }
}
