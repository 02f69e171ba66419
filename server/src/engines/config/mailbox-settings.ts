import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { CHECKOUT } from './environment.ts'
import type { MailboxAddress } from './mailbox-address.ts'
import { MEGABYTE } from './megabyte.ts'
import { readJsonFile } from './json-text.ts'
import { StartError } from './start-error.ts'
import { shareFolder } from './folders.ts'
import type { ReadVariable } from './variable-reader.ts'

/** What is filed that is sent to one address. */
export type MailFiling = {
  /** In lower case. */
  readonly address: string
  readonly county: string
  readonly category: string
  readonly type: string
  readonly description: string
}

export type MailboxSettings = {
  readonly from: MailboxAddress
  /** Of a mailbox of IMAP. */
  readonly password: string
  /** Mail servers whose word is taken for who sent a message, as they call themselves, in lower case. */
  readonly trusted: readonly string[]
  readonly filings: readonly MailFiling[]
  /** What may wait for a person in the store, in bytes: of all strangers together, and of each known sender. */
  readonly waitingBytes: number
}

const must = (expected: string) => ({ error: `must be ${expected}` })
const text = z.string(must('a text')).trim().min(1, must('a text'))

const filing = z.strictObject(
  { county: text, category: text, type: text, description: z.string(must('a text')).default('') },
  must('an object with county, category and type'),
)
const filingsFile = z
  .object(
    { trusted: z.array(text.toLowerCase(), must('a list of mail servers')).default([]) },
    must('an object of addresses'),
  )
  .catchall(filing)

/** Weeks of a busy county's mail, and no more than a disk has that documents lie on. */
const USUAL_WAITING_MB = 2000

/** @throws StartError where one of its settings is set without those that it needs, or a file is wrong. */
export function mailbox(read: ReadVariable, drop: string | null): MailboxSettings | null {
  const [from, file] = [read('MAILBOX_URL'), read('MAILBOX_FILINGS')]
  if (from === null && file === null) {
    refuseLost(read)
    return null
  }
  if (from === null || file === null) {
    const [set, missing] = from === null ? ['FILINGS', 'URL'] : ['URL', 'FILINGS']
    throw new StartError(`MAILBOX_${set} is set, but MAILBOX_${missing} is not. Set both, or neither.`)
  }
  refuseOwnFolder(from)
  refuseSharedFolder(from, drop)
  return {
    from,
    password: passwordOf(from, read('MAILBOX_PASSWORD_FILE')),
    waitingBytes: (read('MAILBOX_WAITING_MB') ?? USUAL_WAITING_MB) * MEGABYTE,
    ...readFilings(resolve(CHECKOUT, file)),
  }
}

/** What is said of a mailbox that nobody reads. */
function refuseLost(read: ReadVariable): void {
  const lost = (['MAILBOX_PASSWORD_FILE', 'MAILBOX_WAITING_MB'] as const).find((name) => read(name) !== null)
  if (lost === undefined) return
  throw new StartError(
    `${lost} is set, but MAILBOX_URL is not, so no mailbox is read. Set MAILBOX_URL and MAILBOX_FILINGS too, or unset ${lost}.`,
  )
}

/** The folders into which the portal moves what it has read: read from there, it would move it there for ever. */
const OWN_FOLDER = /(^|\/)\.?(accepted|refused|waiting)\/?$/i

function refuseOwnFolder({ folder }: MailboxAddress): void {
  if (OWN_FOLDER.test(folder))
    throw new StartError(
      `MAILBOX_URL names ${folder}, into which the portal moves what it has read. Name the folder in which mail arrives.`,
    )
}

/** What one door puts away, the other would take for what has arrived. */
function refuseSharedFolder(from: MailboxAddress, drop: string | null): void {
  if (from.kind === 'imap') return
  const folder = resolve(from.folder)
  if (drop === null || !shareFolder(folder, drop)) return
  throw new StartError(
    `MAILBOX_URL names ${folder}, and DROP_FOLDER ${drop}: one lies in the other. Give each a folder of its own.`,
  )
}

function passwordOf({ kind }: MailboxAddress, named: string | null): string {
  if (kind === 'maildir' && named !== null)
    throw new StartError(
      'MAILBOX_PASSWORD_FILE is set, but MAILBOX_URL names a folder, which has no password. Unset MAILBOX_PASSWORD_FILE.',
    )
  if (kind === 'maildir') return ''
  if (named === null)
    throw new StartError(
      'MAILBOX_URL names a mailbox of IMAP, but MAILBOX_PASSWORD_FILE is not set. Set both.',
    )
  const file = resolve(CHECKOUT, named)
  const password = contentOf(file)?.trim() ?? ''
  if (password === '')
    throw new StartError(`MAILBOX_PASSWORD_FILE names ${file}: it cannot be read, or is empty.`)
  return password
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function readFilings(file: string): Pick<MailboxSettings, 'trusted' | 'filings'> {
  const wrong = (what: string) => new StartError(`MAILBOX_FILINGS names ${file}: ${what}.`)
  const { data, error } = filingsFile.safeParse(readJsonFile(file, wrong))
  if (error) throw wrong(problemOf(error))
  const { trusted, ...byAddress } = data
  const filings = Object.entries(byAddress).map(([address, said]) => ({
    address: address.trim().toLowerCase(),
    ...said,
  }))
  const strange = filings.find(({ address }) => !z.email().safeParse(address).success)
  if (strange) throw wrong(`'${strange.address}' is no address of mail`)
  const twice = filings.find(({ address }, at) => filings.findIndex((each) => each.address === address) < at)
  if (twice) throw wrong(`${twice.address} stands there twice`)
  if (filings.length === 0) throw wrong('it names no address to which filings are sent')
  return { trusted, filings }
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join(', ') || 'it'
  const what = issue?.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue?.message
  return `${where} ${what ?? 'is not understood'}`
}
