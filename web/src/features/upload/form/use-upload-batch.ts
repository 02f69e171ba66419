import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { sendUpload } from '../../../lib/upload.ts'
import { readStored } from '../../../lib/files.wire.ts'
import { uploadFailure } from '../facts/failure-texts.ts'
import { selectFiles, type ChosenFile } from '../facts/file-checks.ts'
import { openPortalConnection } from '../sender/portal-connection.ts'
import { sendBatch } from './send-batch.ts'
import { batchAfter, toSend, type Batch } from '../facts/upload-batch.ts'

/** The problems of the last file selection; each new selection and each send resets them. */
export type ChoiceNotes = {
  readonly problems: readonly string[]
  readonly repeated: readonly string[]
}
const NO_NOTES: ChoiceNotes = { problems: [], repeated: [] }

function placeOf(file: File): ChosenFile {
  const { name, size, lastModified } = file
  return 'path' in file && typeof file.path === 'string'
    ? { name, size, lastModified, path: file.path }
    : { name, size, lastModified }
}

/** The chosen files of one upload, from selection to completion. Leaving the screen cancels uploads in progress. */
export function useUploadBatch() {
  const [batch, dispatch] = useReducer(batchAfter<File>, [] as Batch)
  const [notes, setNotes] = useState(NO_NOTES)
  const [isSending, setIsSending] = useState(false)
  const [isOffline, setIsOffline] = useState(false)
  const [wasStopped, setWasStopped] = useState(false)
  const stopping = useRef(new AbortController())
  const removals = useRef(new Map<number, AbortController>())
  const nextId = useRef(1)
  const mostBytes = useMaxUploadBytes()

  useEffect(() => {
    const { current } = removals
    return () => {
      stopping.current.abort()
      for (const removal of current.values()) removal.abort()
    }
  }, [])

  const add = (files: readonly File[]) => {
    setWasStopped(false)
    const candidates = files.map((file) => ({ ...placeOf(file), file }))
    const { kept, problems, repeated } = selectFiles(
      candidates,
      batch.map(({ file }) => placeOf(file)),
      mostBytes,
    )
    const entries = kept.map(({ file }) => {
      const id = nextId.current++
      removals.current.set(id, new AbortController())
      return { id, file }
    })
    dispatch({ type: 'added', entries })
    setNotes({ problems, repeated })
  }

  const remove = useCallback((id: number) => {
    setWasStopped(false)
    dispatch({ type: 'removed', id })
    removals.current.get(id)?.abort()
    removals.current.delete(id)
  }, [])

  const send = useCallback(
    async (fields: Record<string, string>) => {
      setNotes(NO_NOTES)
      setIsSending(true)
      setWasStopped(false)
      stopping.current = new AbortController()
      const stop = stopping.current.signal
      await sendBatch(toSend(batch), {
        send: async (file, onProgress, signal) =>
          readStored(await sendUpload({ file, fields, onProgress, signal })),
        failureOf: uploadFailure,
        stop,
        connection: openPortalConnection({ stop, onChange: setIsOffline }),
        signalOf: (id) => removals.current.get(id)?.signal ?? AbortSignal.abort(),
        onMove: (id, uploadState) => dispatch({ type: 'moved', id, uploadState }),
      })
      setWasStopped(stop.aborted)
      setIsSending(false)
    },
    [batch],
  )

  const dismiss = (problem: string) =>
    setNotes((before) => ({ ...before, problems: before.problems.filter((each) => each !== problem) }))

  const stop = () => stopping.current.abort()

  return { batch, notes, isSending, isOffline, wasStopped, add, remove, send, stop, dismiss }
}

export type UploadFiles = ReturnType<typeof useUploadBatch>
