import { counted } from '../../../engines/warnings/counted.ts'
import { ACCOUNT_EVENTS } from './account-events.ts'
import {
  fallbackSentence,
  type AuditEvent,
  type EventContext,
  type RecordedFacts,
  auditEvent,
} from './audit-event.ts'
import { COUNTY_EVENTS } from './county-events.ts'
import { DOCUMENT_EVENTS, UPLOAD_EVENTS } from './document-events.ts'
import { IMPORT_EVENTS } from './import-events.ts'
import { OPERATIONS_EVENTS, STORE_EVENTS } from './operations-events.ts'
import { PARTY_EVENTS } from './party-events.ts'
import { PROOF_EVENTS } from './proof-events.ts'
import { EXPORT_FORMATS } from '@portal/contract/exports.ts'
import { AUDIENCES } from '@portal/contract/views/views.ts'
import { z } from 'zod'
import { withName, withNote } from './sentence-parts.ts'

const SESSION_EVENTS = {
  /** Means a password if it names no method. */
  'session.started': auditEvent({
    label: 'signed in',
    after: z
      .object({
        by: z.enum(['passkey', 'code', 'recovery code', 'single sign-on']),
        issuer: z.string().optional(),
      })
      .optional(),
    sentence: () => 'signed in',
  }),
  'session.ended': auditEvent({ label: 'signed out', sentence: () => 'signed out' }),
  'session.others_ended': auditEvent({
    label: 'signed out everywhere else',
    after: z.object({ ended: z.number() }),
    sentence: () => 'signed out everywhere else',
  }),
  /** Means a password if it names no method. */
  'identity.proven': auditEvent({
    label: 'identity confirmed',
    after: z.object({ by: z.enum(['passkey', 'code', 'recovery code']) }).optional(),
    sentence: ({ whose }) => `confirmed again who ${whose === 'your' ? 'you' : 'they'} are`,
  }),
} as const

const RECEIPT_EVENTS = {
  'receipt.made': auditEvent({
    label: 'filing receipt made',
    after: z.object({ files: z.number() }),
    sentence: ({ subject }) => `got ${subject}`,
  }),
} as const

const EXPORT_EVENTS = {
  /** A list as a file. `filter` has labels and texts, `columns` the keys of the contract. */
  'list.exported': auditEvent({
    label: 'list exported',
    after: z.object({
      list: z.string(),
      format: z.enum(EXPORT_FORMATS),
      filter: z.string(),
      columns: z.array(z.string()),
      /** Not set for a list that nobody counts, such as the activity. */
      rows: z.number().optional(),
    }),
    sentence: ({ after }) =>
      withName(
        `exported ${after.rows === undefined ? 'rows' : counted(after.rows, 'row')} of ${after.list ?? 'a list'}`,
        after.filter,
      ),
  }),
} as const

const SEARCH_EVENTS = {
  /** The lines that the results of a search show. */
  'search.lines_read': auditEvent({
    label: 'lines read in a search',
    after: z.object({ query: z.string(), files: z.array(z.number()) }),
    sentence: ({ after }) =>
      withName(
        `saw text from ${after.files ? counted(after.files.length, 'file') : 'some files'} in search results`,
        after.query,
      ),
  }),
} as const

/**
 * A saved view: its name, the query of its list, and who sees it. A personal view has neither name nor query, except in
 * records of releases before migration 0154.
 */
const savedView = z.object({
  name: z.string().optional(),
  query: z.string().optional(),
  audience: z.enum(AUDIENCES),
})

const VIEW_EVENTS = {
  'view.created': auditEvent({
    label: 'view saved',
    after: savedView,
    sentence: ({ after }) => withName('saved a view of the documents', after.name),
  }),
  'view.changed': auditEvent({
    label: 'view changed',
    before: savedView,
    after: savedView,
    sentence: ({ after }) => withName('changed a view of the documents', after.name),
  }),
  'view.deleted': auditEvent({
    label: 'view deleted',
    before: savedView,
    sentence: ({ before }) => withName('deleted a view of the documents', before.name),
  }),
} as const

const refusedMail = z.object({ kind: z.string(), recipient: z.string() })

/** The number of the message, the owner of its files, and why it was rejected; null if it was not. */
const receivedMail = z.object({
  message: z.string(),
  onBehalfOf: z.string(),
  reason: z.string().nullable(),
})

const MAIL_EVENTS = {
  'mail.retried': auditEvent({
    label: 'refused mail sent again',
    after: refusedMail,
    sentence: ({ after }) => withName('had a refused mail sent again', after.recipient),
  }),
  'mail.dropped': auditEvent({
    label: 'refused mail dropped',
    after: refusedMail,
    sentence: ({ after }) => withName('dropped a refused mail that was out of date', after.recipient),
  }),
  'mail.viewed': auditEvent({
    label: 'message of the mailbox viewed',
    after: z.object({ message: z.string() }),
    sentence: ({ subject }) => `viewed the e-mail of ${subject}`,
  }),
  'mail.taken_in': auditEvent({
    label: 'message of the mailbox taken in',
    after: receivedMail,
    sentence: ({ subject }) => `filed the e-mail of ${subject}`,
  }),
  'mail.turned_away': auditEvent({
    label: 'message of the mailbox refused',
    after: receivedMail,
    sentence: ({ subject, after }) => withName(`refused the mail of ${subject}`, after.reason),
  }),
} as const

const droppedFile = z.object({
  droppedFile: z.string(),
  fileName: z.string(),
  state: z.enum(['refused', 'changed']),
})

/** About the document of a changed file, or the county of a refused one. */
const DROP_FILE_EVENTS = {
  'drop_file.done': auditEvent({
    label: 'file of the drop folder done',
    after: droppedFile,
    sentence: ({ after }) => withName('marked a file of the drop folder as done', after.fileName),
  }),
  'drop_file.reopened': auditEvent({
    label: 'file of the drop folder open again',
    after: droppedFile,
    sentence: ({ after }) => withName('opened a file of the drop folder again', after.fileName),
  }),
} as const

const RUN_EVENTS = {
  /** The change of each document has a record of its own. */
  'run.started': auditEvent({
    label: 'many files changed',
    after: z.object({ what: z.string(), documents: z.number() }),
    sentence: ({ subject, after }) =>
      withName(`started ${subject} for ${counted(after.documents ?? 0, 'file')}`, after.what),
  }),
  'run.stopped': auditEvent({
    label: 'change of many files stopped',
    after: z.object({ pending: z.number(), because: z.string().optional() }),
    sentence: ({ subject, after }) =>
      withNote(`stopped ${subject} before ${counted(after.pending ?? 0, 'file')}`, after.because),
  }),
} as const

/**
 * The possible events, by subject and past participle: the words that `portal audit` shows, the recorded facts, and the
 * sentence made from them. Records contain the codes, so never rename a code that was ever written.
 */
export const AUDIT_EVENTS = {
  ...SESSION_EVENTS,
  ...ACCOUNT_EVENTS,
  ...PROOF_EVENTS,
  ...COUNTY_EVENTS,
  ...IMPORT_EVENTS,
  ...DOCUMENT_EVENTS,
  ...RECEIPT_EVENTS,
  ...EXPORT_EVENTS,
  ...SEARCH_EVENTS,
  ...VIEW_EVENTS,
  ...UPLOAD_EVENTS,
  ...STORE_EVENTS,
  ...PARTY_EVENTS,
  ...OPERATIONS_EVENTS,
  ...MAIL_EVENTS,
  ...DROP_FILE_EVENTS,
  ...RUN_EVENTS,
} as const

export type AuditEvents = typeof AUDIT_EVENTS

export type AuditAction = keyof AuditEvents

/** The words for an action. A code that this release does not know is shown as it is. */
export function labelOf(action: string): string {
  return eventOf(action)?.label ?? action
}

/** The part of a record that its reader may know, and the reader. */
export type ReadRecord = Omit<EventContext, 'label'> & RecordedFacts & { readonly action: string }

/** The event as a clause that follows the actor's name, without a full stop. */
export function sentenceOf({ action, before, after, ...context }: ReadRecord): string {
  return (
    eventOf(action)?.sentence(context, { before, after }) ?? fallbackSentence({ ...context, label: action })
  )
}

const BY_CODE: ReadonlyMap<string, Pick<AuditEvent<unknown, unknown>, 'label' | 'sentence'>> = new Map(
  Object.entries(AUDIT_EVENTS),
)

function eventOf(action: string) {
  return BY_CODE.get(action)
}
