import { ROLE_NAMES, ROLES } from '@portal/contract/access/roles.ts'
import { AUDIT_ACTIONS, type AuditAction } from './actions.ts'

type Facts = Readonly<Record<string, unknown>>

/** What a sentence may speak of, as far as its reader may know it. */
export type Told = {
  readonly kind: string
  /** What it was done to, such as `file 17` or `ann@reeves.example`. */
  readonly subject: string
  /** Whether it was done to the account of whoever did it. */
  readonly isOwn: boolean
  /** Who reads it: `your` is whoever did it. */
  readonly whose: 'their' | 'your'
  readonly before: Facts
  readonly after: Facts
  /** As a county is called today; null for one that there is not. */
  readonly countyName: (id: number) => string | null
}

type Telling = (told: Told) => string

/** What was done, behind the name of who did it a sentence without its full stop. */
export function sentenceOf(told: Told): string {
  const tellings: Readonly<Record<string, Telling | undefined>> = TELLINGS
  return tellings[told.kind]?.(told) ?? plainly(told)
}

/** A kind that has no words of its own yet, or that a newer release writes. */
function plainly({ kind, subject, isOwn }: Told): string {
  const texts: Readonly<Record<string, string>> = AUDIT_ACTIONS
  const text = texts[kind] ?? kind
  return isOwn ? `did this: ${text}` : `did this: ${text} (${subject})`
}

const onFile =
  (deed: string): Telling =>
  ({ subject, before, after }) => {
    const name = textOf(after, 'fileName') ?? textOf(before, 'fileName')
    return `${deed} ${subject}${name === null ? '' : ` (${name})`}`
  }

const imported =
  (what: string): Telling =>
  ({ subject, after }) => {
    const [year, file] = [textOf(after, 'appraisalYear'), textOf(after, 'file')]
    const [ofYear, source] = [year === null ? '' : ` for ${year}`, file === null ? '' : ` from ${file}`]
    return `imported ${what} of ${subject}${ofYear}${source}`
  }

const TELLINGS: Readonly<Partial<Record<AuditAction, Telling>>> = {
  'session.started': () => 'signed in',
  'session.ended': () => 'signed out',
  'session.others_ended': () => 'signed out everywhere else',
  'identity.proven': ({ whose }) => `confirmed again who ${whose === 'your' ? 'you' : 'they'} are`,
  'sign_in.joined': ({ after }) => named('joined single sign-on', textOf(after, 'issuer')),
  'sign_in.removed': ({ before }) => named('removed single sign-on', textOf(before, 'issuer')),
  'passkey.added': ({ after }) => named('added a passkey', textOf(after, 'name')),
  'passkey.renamed': ({ after }) => named('renamed a passkey', textOf(after, 'name')),
  'passkey.removed': ({ before }) => named('removed a passkey', textOf(before, 'name')),
  'passkey.found_copied': () => 'was refused a passkey that may be a copy',
  'second_factor.guessed': ({ subject }) => `gave too many wrong codes for ${subject}`,
  'second_factor.set_up': () => 'set up a second factor',
  'second_factor.removed': ({ whose }) => `removed ${whose} second factor`,
  'second_factor.reset': ({ subject }) => `reset the second factor of ${subject}`,
  'recovery_codes.renewed': () => 'made new recovery codes',
  'recovery_code.used': () => 'used a recovery code',
  'account.added': ({ subject, after }) => `added the account ${subject}${roleText(after)}`,
  'account.changed': accountChanged,
  'account.sessions_ended': ({ subject }) => `signed ${subject} out everywhere`,
  'account.link_sent': ({ subject }) => `sent ${subject} a link to a password`,
  'account.link_made': ({ subject }) => `made a link to a password for ${subject}`,
  'account.named': ({ whose, after }) => named(`changed ${whose} own name`, textOf(after, 'name')),
  'password.set': ({ subject, isOwn, whose }) =>
    isOwn ? `set ${whose} password` : `set the password of ${subject}`,
  'password.changed': ({ whose }) => `changed ${whose} password`,
  'password.reset_requested': ({ subject }) => `asked for a link to a new password for ${subject}`,
  'address.registered': ({ subject }) => `registered ${subject}`,
  'address.confirmed': ({ whose }) => `confirmed ${whose} address`,
  'county.added': (told) => withParts(`added ${told.subject}`, registrationParts(told)),
  'county.changed': countyChanged,
  'county.closed': ({ subject }) => `closed ${subject}`,
  'county.opened': ({ subject }) => `opened ${subject} again`,
  'organizations.imported': imported('organizations'),
  'agents.imported': imported('agents'),
  'owner_values.imported': imported('owner values'),
  'owner_values.import_undone': ({ subject }) => `undid an import of owner values of ${subject}`,
  'document.uploaded': onFile('uploaded'),
  'document.downloaded': onFile('downloaded'),
  'document.binned': onFile('moved to the recycle bin'),
  'document.restored': onFile('restored'),
  'document.deleted': onFile('permanently deleted'),
  'document.found_infected': onFile('found a virus in'),
  'document.found_clean': onFile('found no virus any more in'),
  'document.check_asked': onFile('asked for another check for viruses of'),
  'document.described': ({ subject }) => `changed description or type of ${subject}`,
  'document.status_set': statusSet,
  'document.rendered_set': ({ subject }) => `changed the rendered info of ${subject}`,
  'receipt.made': ({ subject }) => `got ${subject}`,
  'upload.refused_infected': onFile('was refused an upload with a virus,'),
  'owner.linked': ({ subject, after }) => `linked ${ownerOf(after)} to ${subject}`,
  'owner.unlinked': ({ subject, before }) => `unlinked ${ownerOf(before)} from ${subject}`,
  'agent.linked': ({ subject, after }) => `linked ${agentOf(after)} to ${subject}`,
  'agent.unlinked': ({ subject, before }) => `unlinked ${agentOf(before)} from ${subject}`,
  'backup.made': () => 'made a backup',
  'backup.restored': () => 'restored the portal from a backup',
  'counts.rebuilt': () => 'rebuilt the counts',
  'jobs.retried': () => 'had jobs tried again',
  'mail.retried': ({ after }) => named('had a refused mail sent again', textOf(after, 'recipient')),
  'mail.dropped': ({ after }) =>
    named('dropped a refused mail that was out of date', textOf(after, 'recipient')),
  'mail.taken_in': ({ subject }) => `filed the mail of ${subject}`,
  'mail.turned_away': ({ subject, after }) =>
    named(`refused the mail of ${subject}`, textOf(after, 'reason')),
}

function accountChanged({ subject, before, after, countyName }: Told): string {
  const [was, is] = [roleOf(before), roleOf(after)]
  const { added, removed } = changeOf('countyIDs', { before, after })
  const namesOf = (ids: readonly unknown[]) =>
    listed(ids.map((id) => countyName(Number(id)) ?? `county ${String(id)}`))
  const parts = [
    ...(was !== is && is !== null ? [`${was ?? 'another role'} became ${is}`] : []),
    ...(before['isDisabled'] !== after['isDisabled']
      ? [after['isDisabled'] === true ? 'disabled' : 'enabled']
      : []),
    ...(added.length === 0 ? [] : [`added to ${namesOf(added)}`]),
    ...(removed.length === 0 ? [] : [`removed from ${namesOf(removed)}`]),
  ]
  return withParts(`changed the account ${subject}`, parts)
}

function countyChanged({ subject, before, after }: Told): string {
  const [was, is] = [textOf(before, 'Name'), textOf(after, 'Name')]
  const deed =
    was !== null && is !== null && was !== is ? `renamed county ${was} to ${is}` : `changed ${subject}`
  const [oldNumber, number] = [textOf(before, 'number'), textOf(after, 'number')]
  return withParts(deed, [
    ...(number === null || number === oldNumber ? [] : [`its number became ${number}`]),
    ...registrationParts({ before, after }),
    ...(textOf(before, 'contacts') === textOf(after, 'contacts') ? [] : ['other contacts']),
  ])
}

type Change = Pick<Told, 'before' | 'after'>

/** Whom a county lets register now, and whom no more. */
function registrationParts(change: Change): string[] {
  const lists = ['emailDomains', 'emailAddresses'].map((field) => changeOf(field, change))
  const [added, removed] = [
    lists.flatMap((list) => list.added.map(String)),
    lists.flatMap((list) => list.removed.map(String)),
  ]
  return [
    ...(added.length === 0 ? [] : [`${listed(added)} may register`]),
    ...(removed.length === 0 ? [] : [`${listed(removed)} may register no more`]),
  ]
}

/** What of a list is new, and what is gone. */
function changeOf(field: string, { before, after }: Change): { added: unknown[]; removed: unknown[] } {
  const [was, is] = [listOf(before, field), listOf(after, field)]
  return {
    added: is.filter((entry) => !was.includes(entry)),
    removed: was.filter((entry) => !is.includes(entry)),
  }
}

function listOf(facts: Facts, field: string): readonly unknown[] {
  const value = facts[field]
  return Array.isArray(value) ? value : []
}

const LIST = new Intl.ListFormat('en-GB')

/** Such as `a, b and c`. */
function listed(names: readonly string[]): string {
  return LIST.format(names)
}

function withParts(deed: string, parts: readonly string[]): string {
  return parts.length === 0 ? deed : `${deed}: ${parts.join(', ')}`
}

function statusSet({ subject, before, after }: Told): string {
  const [was, is] = [textOf(before, 'status'), textOf(after, 'status')]
  if (is === null) return `changed the status of ${subject}`
  return `set the status of ${subject} to ${is}${was === null ? '' : ` (was ${was})`}`
}

function ownerOf(facts: Facts): string {
  const [name, number] = [textOf(facts, 'owner'), textOf(facts, 'partyNumber')]
  return `owner ${name ?? ''}${number === null ? '' : ` (${number})`}`.replaceAll(/ {2,}/g, ' ').trim()
}

/** Without a name for who is not to know it. */
function agentOf(facts: Facts): string {
  const name = textOf(facts, 'agent')
  return name === null ? 'an agent' : `agent ${name}`
}

function named(deed: string, name: string | null): string {
  return name === null ? deed : `${deed}: ${name}`
}

function roleText(facts: Facts): string {
  const role = roleOf(facts)
  return role === null ? '' : ` as ${role}`
}

function roleOf(facts: Facts): string | null {
  const role = ROLES.find((one) => one === facts['role'])
  return role === undefined ? null : ROLE_NAMES[role]
}

function textOf(facts: Facts, field: string): string | null {
  const value = facts[field]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
