import { appendToResumable } from '@portal/contract/files/resumable.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { periodToSendIn } from '../../../lib/call.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { currentPeriod } from '../../../lib/signed-out.ts'
import { continueUpload, OtherFile } from './continue-upload.ts'
import type { UnfinishedUpload } from '../modes/unfinished.queries.ts'

/** The state of an upload whose file was chosen again. */
export type Continuation =
  | { readonly is: 'on its way'; readonly received: number }
  /** Why the upload stopped. */
  | { readonly is: 'stopped'; readonly problem: string | null }

type Listeners = {
  readonly onStored: (upload: UnfinishedUpload, fileId: number | null) => void
  /** The number of bytes on the server may have changed. */
  readonly onStopped: () => void
}

/**
 * Resumes uploads whose file was chosen again on this screen. Leaving the screen interrupts them; received bytes stay.
 */
export function useContinuedUploads({ onStored, onStopped }: Listeners) {
  const [byId, setById] = useState<ReadonlyMap<string, Continuation>>(new Map())
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const { current } = running
    return () => {
      for (const each of current.values()) each.abort()
    }
  }, [])
  const setState = useCallback(
    (id: string, continuation: Continuation) => setById((before) => new Map(before).set(id, continuation)),
    [],
  )

  const resume = async (upload: UnfinishedUpload, file: File): Promise<void> => {
    const { id } = upload
    const pausing = new AbortController()
    running.current.set(id, pausing)
    setState(id, { is: 'on its way', received: upload.received })
    const begunIn = currentPeriod()
    try {
      const period = await periodToSendIn(appendToResumable)
      const fileId = await continueUpload({
        upload,
        file,
        period,
        onProgress: (received) => setState(id, { is: 'on its way', received }),
        signal: pausing.signal,
      })
      onStored(upload, fileId)
    } catch (failure) {
      setState(id, { is: 'stopped', problem: pausing.signal.aborted ? null : problemOf(failure) })
      if (currentPeriod() === begunIn) onStopped()
    } finally {
      running.current.delete(id)
    }
  }

  return {
    of: (id: string) => byId.get(id),
    isSending: [...byId.values()].some((each) => each.is === 'on its way'),
    resume,
    pause: (id: string) => running.current.get(id)?.abort(),
    forget: (id: string) => setById((before) => new Map([...before].filter(([known]) => known !== id))),
  }
}

function problemOf(failure: unknown): string {
  return failure instanceof OtherFile ? failure.message : failureText(failure, NOT_CONTINUED)
}

const NOT_CONTINUED = 'The upload broke off again. Please choose the file once more.'
