import { useEffect, useRef, useState } from 'react'
import { csvFileName } from './owner-csv.ts'
import type { OwnerView } from './owner-view.ts'
import { exportWork } from './owners-worker-client.ts'
import type { OwnersScreen } from './use-owners-screen.ts'

/** Milliseconds until the browser has surely taken the file over. */
const FILE_STAYS = 60_000

/** The export of the shown rows, written by the worker. Leaving the screen, or another export, stops it. */
export function useExport({ worker, roll, countyName, shownCountyId, year }: OwnersScreen) {
  const [share, setShare] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()

  useEffect(() => () => running.current?.abort(), [])

  const start = async (view: OwnerView) => {
    if (!roll.loaded) return
    const course = new AbortController()
    running.current = course
    setHasFailed(false)
    setShare(0)
    try {
      const work = exportWork(roll.loaded.roll, view)
      const outcome = await worker.run(work, { signal: course.signal, onShare: setShare })
      if (outcome.kind === 'exported')
        save(outcome.file, csvFileName(countyName ?? shownCountyId ?? '', year))
    } catch (error) {
      if (!course.signal.aborted) {
        console.error('Could not export the owner table:', error)
        setHasFailed(true)
      }
    } finally {
      setShare(null)
    }
  }

  return { share, hasFailed, start, stop, dismiss: () => setHasFailed(false) }
}

/** Has the browser store a file as its user is used to. */
function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(href), FILE_STAYS)
}
