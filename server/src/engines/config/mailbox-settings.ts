import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { CHECKOUT } from './environment.ts'
import type { MailboxAddress } from './mailbox-address.ts'
import { MEGABYTE } from './megabyte.ts'
import { readJsonFile } from './json-text.ts'
import { StartError } from './start-error.ts'
import { shareFolder } from './folders.ts'
import * as schema from './setting-schemas.ts'
import type { Values, Variables } from './variable.ts'

export const MAILBOX_VARIABLES = {
  MAILBOX_URL: {
    schema: schema.mailboxUrl,
    doc: 'a mailbox from which the portal imports filings: `imaps://user@mail.example/INBOX` (special characters percent-encoded, `imap://` only on this machine), or a folder to which a mail server of this machine delivers, `maildir:///srv/filings`, see [other doors](running/other-doors.md)',
  },
  MAILBOX_PASSWORD_FILE: {
    schema: schema.text,
    defaultDoc: 'none; required if `MAILBOX_URL` is `imaps://` or `imap://`',
    doc: 'a file with only the password of that mailbox, which only the portal can read',
  },
  MAILBOX_FILINGS: {
    schema: schema.text,
    defaultDoc: 'none; required with `MAILBOX_URL`',
    doc: 'a JSON file with the category, type and county of the filings for each address of that mailbox',
  },
  MAILBOX_WAITING_MB: {
    schema: schema.wholeNumber(100, 10_000_000),
    defaultDoc: '2000',
    doc: 'quota for messages that need a decision, in MB: for all unverified senders together, and for each verified sender; further messages stay in the mailbox; 100 or more',
  },
} satisfies Variables

type MailboxValues = Values<typeof MAILBOX_VARIABLES>

const must = (expected: string) => ({ error: `must be ${expected}` })
const text = z.string(must('a text')).trim().min(1, must('a text'))

const filing = z.strictObject(
  { county: text, category: text, type: text, description: z.string(must('a text')).default('') },
  must('an object with county, category and type'),
)
/** The fields of documents that arrive at one address, which is in lower case. */
export type MailFiling = Readonly<z.output<typeof filing>> & { readonly address: string }

/** Servers in `trusted` may vouch for a sender; they are in lower case, as they name themselves. */
const filingsFile = z
  .object(
    { trusted: z.array(text.toLowerCase(), must('a list of mail servers')).default([]) },
    must('an object of addresses'),
  )
  .catchall(filing)

/** Weeks of mail of a busy county. */
const USUAL_WAITING_MB = 2000

export type MailboxSettings = Readonly<NonNullable<ReturnType<typeof mailbox>>>

/**
 * The mailbox of filings; null without one.
 * @throws StartError for a setting without the others that it needs, and for an invalid file.
 */
export function mailbox(values: MailboxValues, drop: string | null) {
  const [from, file] = [values.MAILBOX_URL, values.MAILBOX_FILINGS]
  if (from === null && file === null) {
    refuseLost(values)
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
    /** Empty for a folder. */
    password: passwordOf(from, values.MAILBOX_PASSWORD_FILE),
    /** The quota of pending messages: of all unverified senders together, and of each verified one. */
    waitingBytes: (values.MAILBOX_WAITING_MB ?? USUAL_WAITING_MB) * MEGABYTE,
    ...readFilings(resolve(CHECKOUT, file)),
  }
}

/** @throws StartError for a setting of a mailbox that is not set. */
function refuseLost(values: MailboxValues): void {
  const lost = (['MAILBOX_PASSWORD_FILE', 'MAILBOX_WAITING_MB'] as const).find(
    (name) => values[name] !== null,
  )
  if (lost === undefined) return
  throw new StartError(
    `${lost} is set, but MAILBOX_URL is not, so no mailbox is read. Set MAILBOX_URL and MAILBOX_FILINGS too, or unset ${lost}.`,
  )
}

/** The portal moves read messages there, so it would read them again. */
const OWN_FOLDER = /(^|\/)\.?(accepted|refused|waiting)\/?$/i

function refuseOwnFolder({ folder }: MailboxAddress): void {
  if (OWN_FOLDER.test(folder))
    throw new StartError(
      `MAILBOX_URL names ${folder}, into which the portal moves what it has read. Name the folder in which mail arrives.`,
    )
}

/** One door would import the files that the other archives. */
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

function readFilings(file: string): { trusted: readonly string[]; filings: readonly MailFiling[] } {
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
