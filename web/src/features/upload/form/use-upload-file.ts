import { useCallback, useEffect, useRef, useState } from 'react'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { sendUpload } from '../../../lib/upload.ts'
import { readStored } from '../../../lib/files.wire.ts'
import { uploadFailure } from '../facts/failure-texts.ts'
import { selectFiles, type ChosenFile } from '../facts/file-checks.ts'
import { openPortalConnection } from '../sender/portal-connection.ts'
import { sendFile } from './send-file.ts'
import { canSend, type ChosenUpload, type UploadState } from '../facts/upload-state.ts'

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

/** The chosen file of one upload, from selection to completion. Leaving the screen cancels an upload in progress. */
export function useUploadFile() {
  const [chosen, setChosen] = useState<ChosenUpload | null>(null)
  const [notes, setNotes] = useState(NO_NOTES)
  const [isSending, setIsSending] = useState(false)
  const [isOffline, setIsOffline] = useState(false)
  const [wasStopped, setWasStopped] = useState(false)
  const stopping = useRef(new AbortController())
  const removing = useRef(new AbortController())
  const maxBytes = useMaxUploadBytes()

  useEffect(
    () => () => {
      stopping.current.abort()
      removing.current.abort()
    },
    [],
  )

  /** Takes one file. It replaces an infected one, which cannot be sent again: with any other one, the form is a batch. */
  const add = (files: readonly File[]) => {
    setWasStopped(false)
    const present = chosen === null ? [] : [placeOf(chosen.file)]
    const candidates = files.map((file) => ({ ...placeOf(file), file }))
    const { kept, problems, repeated } = selectFiles(candidates, present, maxBytes)
    const file = kept[0]?.file
    if (file) {
      removing.current = new AbortController()
      setChosen({ file, uploadState: { state: 'chosen' } })
    }
    setNotes({ problems, repeated })
  }

  /** Takes no file, and says why. */
  const refuse = (problem: string) => setNotes({ problems: [problem], repeated: [] })

  const remove = useCallback(() => {
    setWasStopped(false)
    setChosen(null)
    removing.current.abort()
  }, [])

  const send = useCallback(
    async (fields: Record<string, string>) => {
      if (chosen === null || !canSend(chosen.uploadState)) return
      const { file } = chosen
      // A file that was removed in the meantime stays removed.
      const moveTo = (uploadState: UploadState) =>
        setChosen((before) => (before?.file === file ? { file, uploadState } : before))
      setNotes(NO_NOTES)
      setIsSending(true)
      setWasStopped(false)
      stopping.current = new AbortController()
      const stop = stopping.current.signal
      await sendFile({
        send: async (onProgress, signal) =>
          readStored(await sendUpload({ file, fields, onProgress, signal })),
        failureOf: uploadFailure,
        removal: removing.current.signal,
        stop,
        connection: openPortalConnection({ stop, onChange: setIsOffline }),
        onMove: moveTo,
      })
      setWasStopped(stop.aborted)
      setIsSending(false)
    },
    [chosen],
  )

  const dismiss = (problem: string) =>
    setNotes((before) => ({ ...before, problems: before.problems.filter((each) => each !== problem) }))

  const stop = () => stopping.current.abort()

  return { chosen, notes, isSending, isOffline, wasStopped, add, refuse, remove, send, stop, dismiss }
}

export type UploadFile = ReturnType<typeof useUploadFile>
