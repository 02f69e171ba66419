import type { Random } from '../demo/random.ts'
import { filePart, mailOf, textPart } from './made-mail.ts'
import { SAMPLE_FILES } from './sample-files.ts'

/** A file of a message, and its outcome. */
export type Expected = {
  readonly name: string
  readonly state: 'accepted' | 'refused' | 'open'
  readonly bytes?: Buffer
}

/** A message, and its expected end. */
export type SeasonMail = {
  readonly raw: Buffer
  readonly state: 'accepted' | 'refused' | 'waiting'
  /** A part of the reason. */
  readonly reason?: string
  readonly files: readonly Expected[]
}

export type Made = { readonly n: number; readonly random: Random; readonly subject: string }
export type Kind = (made: Made) => SeasonMail

/** A unique PDF. */
export function paper(random: Random): Buffer {
  const noise = Buffer.from(Array.from({ length: 1500 }, () => random.below(256)))
  return Buffer.concat([SAMPLE_FILES.pdf, noise])
}

export const accepted = (raw: string | Buffer, ...files: readonly Expected[]): SeasonMail => ({
  raw: toBytes(raw),
  state: 'accepted',
  files,
})
const ended =
  (state: 'refused' | 'waiting') =>
  (raw: string | Buffer, reason: string, ...files: readonly Expected[]): SeasonMail => ({
    raw: toBytes(raw),
    state,
    reason,
    files,
  })
export const refused = ended('refused')
export const waiting = ended('waiting')
/** Letters beyond ASCII represent bytes. */
const toBytes = (raw: string | Buffer) => (typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw)
export const good = (name: string, bytes: Buffer): Expected => ({ name, state: 'accepted', bytes })
export const bad = (name: string): Expected => ({ name, state: 'refused' })

/** A message with one good file, whose header or text `change` makes unusual. */
export const odd =
  (change: (raw: string, made: Made) => string, name = (n: number) => `Rendition ${n}.pdf`): Kind =>
  (made) => {
    const bytes = paper(made.random)
    const raw = mailOf({ subject: made.subject, parts: [textPart('Hello'), filePart(name(made.n), bytes)] })
    return accepted(change(raw, made), good(name(made.n), bytes))
  }

/** One whose file name is written this way. */
export const named =
  (disposition: (n: number) => string, name: (n: number) => string): Kind =>
  ({ n, random, subject }) => {
    const bytes = paper(random)
    const part = filePart('', bytes, { type: 'application/pdf', disposition: disposition(n) })
    return accepted(mailOf({ subject, parts: [part] }), good(name(n), bytes))
  }

type Message = Parameters<typeof mailOf>[0]
/** One with a good file that still waits for a person. */
export const held =
  (reason: string, message: Message): Kind =>
  ({ n, random, subject }) =>
    waiting(mailOf({ subject, parts: [filePart(`held ${n}.pdf`, paper(random))], ...message }), reason)
/** An automatic message of a machine. */
export const ofMachine =
  (...header: readonly string[]): Kind =>
  ({ n, random, subject }) =>
    refused(
      mailOf({ subject, header, parts: [filePart(`echo ${n}.pdf`, paper(random))] }),
      'an automatic reply',
      { name: `echo ${n}.pdf`, state: 'open' },
    )
