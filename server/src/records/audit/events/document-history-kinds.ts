import type { HistoryKind } from '@portal/contract/history/document-history.ts'
import type { AuditAction } from './audit-events.ts'

/** The events of documents, by their group in the history of a document. A new event gets a place here. */
export const EVENTS_OF_DOCUMENTS = {
  received: ['document.uploaded', 'drop_file.done', 'drop_file.reopened'],
  read: ['document.viewed', 'document.downloaded', 'document.history_exported'],
  changed: ['document.described', 'document.status_set', 'document.rendered_set', 'document.assigned'],
  linked: [
    'owner.linked',
    'owner.unlinked',
    'owner.named',
    'owner.dismissed',
    'agent.linked',
    'agent.unlinked',
  ],
  moved: ['document.binned', 'document.restored', 'document.deleted'],
  scanned: ['document.found_infected', 'document.found_clean', 'document.check_asked'],
  corrected: [
    'document.corrects_set',
    'document.corrected',
    'document.corrects_removed',
    'document.corrected_removed',
  ],
  commented: ['document.commented', 'document.comment_changed', 'document.comment_deleted'],
  asked: ['document.asked', 'document.answered', 'document.question_withdrawn', 'document.question_reminded'],
} as const satisfies Readonly<Record<HistoryKind, readonly AuditAction[]>>

const GROUPS: ReadonlyMap<string, HistoryKind> = new Map(
  Object.entries(EVENTS_OF_DOCUMENTS).flatMap(([group, actions]) =>
    actions.map((action) => [action, group as HistoryKind] as const),
  ),
)

/** The group of an event; null for one of a newer release. */
export function historyKindOf(action: string): HistoryKind | null {
  return GROUPS.get(action) ?? null
}
