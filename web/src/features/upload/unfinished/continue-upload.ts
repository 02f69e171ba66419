import { RequestSize } from '../sender/request-size.ts'
import { sendByTus } from '../sender/send-by-tus.ts'
import { hashFile } from '../hashing/file-hasher.ts'
import { changedFileText, otherFileText } from '../modes/unfinished-texts.ts'
import type { UnfinishedUpload } from '../modes/unfinished.queries.ts'

/** The chosen file is not the one whose upload started; the message tells the user. */
export class OtherFile extends Error {
  override readonly name = 'OtherFile'
}

type Continued = {
  readonly upload: UnfinishedUpload
  readonly file: File
  /** The sign-in period for sending: nothing is sent in the name of a later user. */
  readonly period: number
  /** Receives the bytes that the server has, or that are being sent. */
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends the missing bytes of an unfinished upload. Returns the document's id if the response contains it.
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
  // If the browser cannot hash, the server compares the hash before it stores the file.
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
