import { uploadFile } from '@portal/contract/files/files.ts'
import { noAnswerError, requirePeriod } from '../../../lib/call.ts'
import { readStored } from '../../../lib/files.wire.ts'
import { sendUpload } from '../../../lib/upload.ts'
import { watchForSilence, type Attempt } from './send-by-tus.ts'

type FormAttempt = Pick<Attempt, 'file' | 'metadata' | 'period' | 'onProgress' | 'signal'>

/**
 * Sends a whole file by one form, as the specification has it (section 7, POST /files/upload). The sender's key in the
 * metadata lets the server find the file after a failure. Returns the id of the stored document, or null if the
 * response does not contain it.
 * @throws CallError, or the signal's reason.
 */
export async function sendByForm({
  file,
  metadata: { filename: _name, ...fields },
  period,
  onProgress,
  signal,
}: FormAttempt): Promise<number | null> {
  const silence = new AbortController()
  const watch = watchForSilence(() => silence.abort(noAnswerError(uploadFile)))
  await requirePeriod(uploadFile, period)
  try {
    watch.heard(false)
    const answer = await sendUpload({
      file,
      fields,
      onProgress: (share) => {
        watch.heard(share === 1)
        onProgress(Math.round(share * file.size))
      },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    return readStored(answer)?.FileID ?? null
  } finally {
    watch.end()
  }
}
