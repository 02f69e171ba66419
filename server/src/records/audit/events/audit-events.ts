import { ACCOUNT_EVENTS } from './account-events.ts'
import { fallbackSentence, type AuditEvent, type EventContext, type RecordedFacts } from './audit-event.ts'
import { COUNTY_EVENTS } from './county-events.ts'
import { DOCUMENT_EVENTS, UPLOAD_EVENTS } from './document-events.ts'
import { IMPORT_EVENTS } from './import-events.ts'
import { MAIL_EVENTS } from './mail-events.ts'
import { OPERATIONS_EVENTS, STORE_EVENTS } from './operations-events.ts'
import { PARTY_EVENTS } from './party-events.ts'
import { PROOF_EVENTS } from './proof-events.ts'
import { RECEIPT_EVENTS } from './receipt-events.ts'
import { SESSION_EVENTS } from './session-events.ts'

/**
 * What may happen, by subject and past participle, with the words in which `portal audit` tells it, the facts that its
 * records keep, and the sentence that is made of them. Records keep the codes: one that was ever written is never renamed.
 */
export const AUDIT_EVENTS = {
  ...SESSION_EVENTS,
  ...ACCOUNT_EVENTS,
  ...PROOF_EVENTS,
  ...COUNTY_EVENTS,
  ...IMPORT_EVENTS,
  ...DOCUMENT_EVENTS,
  ...RECEIPT_EVENTS,
  ...UPLOAD_EVENTS,
  ...STORE_EVENTS,
  ...PARTY_EVENTS,
  ...OPERATIONS_EVENTS,
  ...MAIL_EVENTS,
} as const

export type AuditEvents = typeof AUDIT_EVENTS
export type AuditAction = keyof AuditEvents

/** The words of an action. A code that this release does not know stands for itself. */
export function labelOf(action: string): string {
  return eventOf(action)?.label ?? action
}

/** A record as its reader may know it, and who reads it. */
export type ReadRecord = Omit<EventContext, 'label'> & RecordedFacts & { readonly action: string }

/** What was done, behind the name of who did it a sentence without its full stop. */
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
