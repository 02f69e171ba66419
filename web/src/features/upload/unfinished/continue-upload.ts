import { RequestSize } from '../sender/request-size.ts'
import { sendByTus } from '../sender/send-by-tus.ts'
import { hashFile } from '../hashing/file-hasher.ts'
import { changedFileText, otherFileText } from '../modes/unfinished-texts.ts'
import type { UnfinishedUpload } from '../modes/unfinished.queries.ts'

/** The chosen file is not the one whose upload began; the message says so to its person. */
export class OtherFile extends Error {
  override readonly name = 'OtherFile'
}

type Continued = {
  readonly upload: UnfinishedUpload
  readonly file: File
  /** In which it may be sent: nothing is sent in the name of whoever signs in later. */
  readonly period: number
  /** Gets the bytes that the server has or that are on their way. */
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends what the server lacks of an upload that broke off; returns the id of the document, where the answer names it.
 * @throws OtherFile before a byte is sent; CallError; the signal's reason.
 */
export async function continueUpload({
  upload,
  file,
  period,
  onProgress,
  signal,
}: Continued): Promise<number | null> {
  const other = otherFileText(upload, file)
  if (other !== null) throw new OtherFile(other)
  const sha256 = await hashFile(file, signal)
  // Where the browser cannot tell, the server compares the hash before it stores anything.
  if (sha256 !== null && sha256 !== upload.declaredSha256) throw new OtherFile(changedFileText(upload))
  const requestSize = new RequestSize()
  return sendByTus({
    uploadId: upload.id,
    file,
    metadata: {},
    period,
    onBegun: () => {},
    requestBytes: () => requestSize.of(file.size),
    onAccepted: (bytes) => requestSize.note(bytes),
    onConnectionEnded: () => requestSize.connectionEnded(),
    onProgress,
    signal,
  })
}
