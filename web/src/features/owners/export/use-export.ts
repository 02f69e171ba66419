import { useEffect, useRef, useState } from 'react'
import { csvFileName } from './owner-csv.ts'
import type { OwnerView } from '../roll/owner-view.ts'
import { exportWork } from '../owners-worker-client.ts'
import type { OwnersScreen } from '../use-owners-screen.ts'

/** Milliseconds after which the browser has surely saved the file. */
const OBJECT_URL_LIFETIME_MS = 60_000

/** Exports the shown rows in the worker. Leaving the screen or starting another export stops it. */
export function useExport({ worker, roll, countyName, shownCountyId, year }: OwnersScreen) {
  const [share, setShare] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()

  useEffect(() => () => running.current?.abort(), [])

  const start = async (view: OwnerView) => {
    if (!roll.loaded) return
    const stopping = new AbortController()
    running.current = stopping
    setHasFailed(false)
    setShare(0)
    try {
      const work = exportWork(roll.loaded.roll, view)
      const outcome = await worker.run(work, { signal: stopping.signal, onShare: setShare })
      if (outcome.kind === 'exported')
        save(outcome.file, csvFileName(countyName ?? shownCountyId ?? '', year))
    } catch (error) {
      if (!stopping.signal.aborted) {
        console.error('Could not export the owner table:', error)
        setHasFailed(true)
      }
    } finally {
      setShare(null)
    }
  }

  return { share, hasFailed, start, stop, dismiss: () => setHasFailed(false) }
}

/** Makes the browser save a file like any other download. */
function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_LIFETIME_MS)
}
