import { PROCESS_ENDED } from '../../../engines/jobs/job.repository.ts'
import { SenderRefused, UnknownMailKind } from '../../../engines/mail/mail.ts'
import { DamagedBytes, MissingBytes, StorageAway } from '../../../engines/storage/storage.ts'

const OTHER_RELEASE = 'It was queued by another release, which this one does not understand.'

/** By the class of the error, which is its first word. */
const BY_CLASS: Readonly<Record<string, string>> = {
  [SenderRefused.name]:
    'The mail server does not let the portal send: see to SMTP_URL, MAIL_FROM and what it may relay.',
  [MissingBytes.name]: 'The bytes of a document are missing.',
  [DamagedBytes.name]: 'The bytes of a document are damaged.',
  [StorageAway.name]: 'The document store did not answer.',
  [UnknownMailKind.name]: OTHER_RELEASE,
  ZodError: OTHER_RELEASE,
}

/** By the codes and words of Node, PostgreSQL and mail servers. The first match wins. */
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE/, 'What it needs could not be reached.'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'The name of the server that it needs is not known.'],
  [/ETIMEDOUT|ESOCKET|time(d )?-?out|Greeting never received/i, 'What it needs did not answer in time.'],
  [/EAUTH|Invalid login|\b(530|535)\b/, 'The mail server refused the name or password that it was given.'],
  [/ENOSPC|EDQUOT/, 'There was no room on the disk.'],
  [/EROFS|EACCES|EPERM/, 'The disk could not be written to.'],
  [/Connection terminated|terminating connection|57P0/, 'The database was away.'],
]

const UNKNOWN = 'It failed for a reason that stands in the log: `npm run -s portal -- jobs` tells it.'
const MAIL_LATER = /\b(4\d\d)[ -]/

/**
 * The problem in the portal's own words, because an error may quote a secret, an address or a mail's content. The full
 * error is on the command line and in the log.
 */
export function plainProblem(lastError: string): string {
  if (lastError === PROCESS_ENDED) return 'The portal stopped while it ran.'
  const [errorClass = ''] = lastError.split(':', 1)
  if (Object.hasOwn(BY_CLASS, errorClass)) return BY_CLASS[errorClass] ?? UNKNOWN
  const known = BY_WORDS.find(([pattern]) => pattern.test(lastError))
  if (known) return known[1]
  const [, code] = MAIL_LATER.exec(lastError) ?? []
  return code === undefined ? UNKNOWN : `The mail server took no mail: it answered ${code}.`
}

const REPLY_CODE = /\b(5\d\d)\b(?:[ -](5\.\d{1,3}\.\d{1,3})\b)?/

/** Why a mail was permanently rejected, by the server's number alone, because its text may quote the mail. */
export function plainRefusal(refusal: string): string {
  const [, code, status] = REPLY_CODE.exec(refusal) ?? []
  if (status?.startsWith('5.1.') || (code === '550' && status === undefined))
    return `The mail server does not take mail for this address (${numberOf(code, status)}).`
  return code === undefined
    ? 'The mail server refused it for good.'
    : `The mail server refused it for good (${numberOf(code, status)}).`
}

function numberOf(code: string | undefined, status: string | undefined): string {
  return [code, status].filter((part) => part !== undefined).join(' ')
}
