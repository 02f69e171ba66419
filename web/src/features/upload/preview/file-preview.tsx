import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../lib/format.ts'
import { kindOfPreview } from '../facts/file-checks.ts'
import { FileName } from '../facts/file-name.tsx'
import type { QueueEntry } from '../sender/queue-entry.ts'
import type { Queue } from '../sender/queue.ts'
import { NOT_SHOWN, pictureProblem } from './picture-size.ts'
import classes from './preview.module.css'

type Props = { readonly queue: Queue; readonly entry: QueueEntry }

/** One selected file: its facts, and its content if the browser itself can show it. */
export function FilePreview({ queue, entry }: Props) {
  return (
    <section className={classes.preview} aria-label="File at hand">
      <p className={classes.facts}>
        <FileName name={entry.name} />
        <span>{[formatBytes(entry.size), entry.folder].filter(Boolean).join(' · ')}</span>
      </p>
      <Content key={entry.key} queue={queue} entry={entry} />
    </section>
  )
}

/** Takes the place of the preview while no file is selected, so that no field moves. */
export function NoPreview() {
  return (
    <div className={classes.preview}>
      <p className={classes.facts}>
        <span>No file selected</span>
      </p>
      <p className={classes.none}>Click a file to see it, and to change the details of that file only.</p>
    </div>
  )
}

function Content({ queue, entry }: Props) {
  const kind = kindOfPreview(entry)
  const file = useLocalFile(queue, kind === 'none' ? null : entry)
  if (kind === 'none' || file === 'absent') {
    return <p className={classes.none}>{kind === 'none' ? NO_PREVIEW : ABSENT}</p>
  }
  if (file === null) return <div className={classes.content} />
  return kind === 'picture' ? <Picture file={file} /> : <Text file={file} />
}

/** The chosen file on this machine: null until it is read, `absent` if the browser may not read it now. */
function useLocalFile(queue: Queue, entry: QueueEntry | null): File | 'absent' | null {
  const [file, setFile] = useState<File | 'absent' | null>(null)
  const key = entry?.key
  useEffect(() => {
    if (key === undefined) return undefined
    let isHere = true
    const read = async () => {
      const { files } = queue.store
      if (!(await files.isAtHand(key))) return null
      const { file: chosen, handle } = files.placeOf(key)
      return chosen ?? (await handle?.getFile()) ?? null
    }
    read().then(
      (found) => isHere && setFile(found ?? 'absent'),
      () => isHere && setFile('absent'),
    )
    return () => {
      isHere = false
    }
  }, [queue, key])
  return file
}

const NO_PREVIEW = 'The portal shows this type of file after the upload.'
const ABSENT = 'The browser cannot read this file now.'

/** Pixels of the longer side: sharp on dense screens, and small in memory. */
const MAX_SIDE_PX = 1200

/** Drawn from the bytes, because the content security policy allows no object URL. */
function Picture({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isHere = true
    const draw = async () => {
      const found = await pictureProblem(file)
      if (found !== null) {
        if (isHere) setProblem(found)
        return
      }
      const picture = await createImageBitmap(file)
      const context = canvas.current?.getContext('2d')
      if (isHere && canvas.current && context) {
        const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
        canvas.current.width = Math.max(1, Math.round(picture.width * scale))
        canvas.current.height = Math.max(1, Math.round(picture.height * scale))
        context.drawImage(picture, 0, 0, canvas.current.width, canvas.current.height)
      }
      picture.close()
    }
    draw().catch(() => isHere && setProblem(NOT_SHOWN))
    return () => {
      isHere = false
    }
  }, [file])
  if (problem !== null) return <p className={classes.none}>{problem}</p>
  return (
    <figure className={classes.content}>
      <canvas ref={canvas} aria-hidden className={classes.picture} />
      <figcaption className="for-screen-readers">Picture of {file.name}</figcaption>
    </figure>
  )
}

/** Characters: the headers of an e-mail and the beginning of its text. */
const TEXT_LENGTH = 4000

function Text({ file }: { readonly file: File }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let isHere = true
    const read = async () => {
      const start = await file.slice(0, TEXT_LENGTH).text()
      if (isHere) setText(start)
    }
    read().catch(() => isHere && setText(ABSENT))
    return () => {
      isHere = false
    }
  }, [file])
  return (
    // The text scrolls in its box, and contains no focusable control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.text} tabIndex={0} aria-label={`Beginning of ${file.name}`}>
      {text}
    </section>
  )
}
