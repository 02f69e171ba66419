import { z } from 'zod'
import { auditEvent } from './audit-event.ts'
import { withNote } from './sentence-parts.ts'

const fileName = z.string()

const stored = {
  fileName,
  bytes: z.number(),
  /** In hexadecimal. */
  sha256: z.string(),
}
const filed = { ...stored, categoryId: z.number(), typeId: z.number(), description: z.string() }
const described = z.object({
  attachmentCategoryId: z.number(),
  attachmentTypeId: z.number(),
  description: z.string(),
})
const status = z.object({ status: z.string() })
/** The number of a comment. Its text is confidential, so no record has it. */
const comment = z.object({ comment: z.number() })
/** The number of a question. Its texts are confidential, so no record has them. */
const question = z.object({ question: z.number() })
const rendered = z.object({
  rendered: z.boolean(),
  /** A day, YYYY-MM-DD; null for a file that is not rendered. */
  renderedDate: z.string().nullable(),
  extended: z.boolean(),
})

/** The id of the other document. */
const corrects = z.number()

const assigned = z.object({
  /** The account; null for nobody. */
  assigneeId: z.number().nullable(),
  /** Its address. */
  assignee: z.string().nullable(),
})

/** What remains of a deleted document: enough to recognize it if it comes back. */
const tombstone = z.object({
  ...filed,
  /** ISO 8601. */
  uploadedAt: z.string(),
  uploadedBy: z.number(),
  deletedAt: z.string().optional(),
  owners: z.array(z.object({ partyNumber: z.number(), relationTypeId: z.number() })).optional(),
  agents: z.array(z.object({ agentNumber: z.number(), relationTypeId: z.number() })).optional(),
  /** How many comments were deleted with it. */
  comments: z.number().optional(),
})

export const DOCUMENT_EVENTS = {
  'document.uploaded': auditEvent({
    label: 'uploaded',
    after: z.object(filed),
    sentence: ({ subject, after }) => withNote(`uploaded ${subject}`, after.fileName),
  }),
  'document.downloaded': auditEvent({
    label: 'downloaded',
    after: z.object({ fileName }),
    sentence: ({ subject, after }) => withNote(`downloaded ${subject}`, after.fileName),
  }),
  'document.viewed': auditEvent({
    label: 'viewed',
    after: z.object({ fileName }),
    sentence: ({ subject, after }) => withNote(`viewed ${subject}`, after.fileName),
  }),
  'document.history_exported': auditEvent({
    label: 'history downloaded as PDF',
    after: z.object({ fileName }),
    sentence: ({ subject, after }) => withNote(`downloaded the history of ${subject} as PDF`, after.fileName),
  }),
  'document.binned': auditEvent({
    label: 'moved to the recycle bin',
    before: z.object({ fileName }),
    sentence: ({ subject, before }) => withNote(`moved to the recycle bin ${subject}`, before.fileName),
  }),
  'document.restored': auditEvent({
    label: 'restored',
    before: z.object({ fileName, deletedAt: z.string().optional() }),
    sentence: ({ subject, before }) => withNote(`restored ${subject}`, before.fileName),
  }),
  'document.deleted': auditEvent({
    label: 'permanently deleted',
    before: tombstone,
    sentence: ({ subject, before }) => withNote(`permanently deleted ${subject}`, before.fileName),
  }),
  'document.found_infected': auditEvent({
    label: 'virus found',
    after: z.object({ fileName, finding: z.string() }),
    sentence: ({ subject, after }) => withNote(`found a virus in ${subject}`, after.fileName),
  }),
  'document.found_clean': auditEvent({
    label: 'found clean after a virus was found',
    before: z.object({ finding: z.string() }),
    sentence: ({ subject }) => `found no virus in ${subject} in a new check`,
  }),
  'document.check_asked': auditEvent({
    label: 'virus check requested',
    before: z.object({
      state: z.enum(['none', 'pending', 'clean', 'infected']).optional(),
      finding: z.string().nullable().optional(),
    }),
    sentence: ({ subject }) => `requested a virus check of ${subject}`,
  }),
  'document.described': auditEvent({
    label: 'description or type changed',
    before: described,
    after: described,
    sentence: ({ subject }) => `changed description or type of ${subject}`,
  }),
  'document.status_set': auditEvent({
    label: 'status changed',
    before: status,
    after: status,
    sentence: ({ subject, before, after }) =>
      after.status
        ? `set the status of ${subject} to ${after.status}${before.status ? ` (was ${before.status})` : ''}`
        : `changed the status of ${subject}`,
  }),
  'document.rendered_set': auditEvent({
    label: 'rendered info changed',
    before: rendered,
    after: rendered,
    sentence: ({ subject }) => `changed the rendered info of ${subject}`,
  }),
  'document.assigned': auditEvent({
    label: 'assigned',
    before: assigned,
    after: assigned.extend({
      /** Whether the actor took the document or gave their own back. */
      isBySelf: z.boolean(),
    }),
    sentence: ({ subject, before, after }) =>
      withNote(assignedText(subject, after), before.assignee ? `was ${before.assignee}` : undefined),
  }),
  'document.corrects_set': auditEvent({
    label: 'correction of another file',
    after: z.object({ corrects }),
    sentence: ({ subject, after }) => `said that ${subject} corrects ${otherFile(after.corrects)}`,
  }),
  'document.corrected': auditEvent({
    label: 'corrected by another file',
    after: z.object({ correctedBy: corrects }),
    sentence: ({ subject, after }) => `said that ${otherFile(after.correctedBy)} corrects ${subject}`,
  }),
  'document.corrects_removed': auditEvent({
    label: 'correction of another file removed',
    before: z.object({ corrects }),
    sentence: ({ subject, before }) =>
      `said that ${subject} no longer corrects ${otherFile(before.corrects)}`,
  }),
  'document.corrected_removed': auditEvent({
    label: 'correction by another file removed',
    before: z.object({ correctedBy: corrects }),
    sentence: ({ subject, before }) =>
      `said that ${otherFile(before.correctedBy)} no longer corrects ${subject}`,
  }),
  'document.commented': auditEvent({
    label: 'commented',
    after: comment,
    sentence: ({ subject }) => `commented on ${subject}`,
  }),
  'document.comment_changed': auditEvent({
    label: 'comment changed',
    after: comment,
    sentence: ({ subject }) => `changed a comment on ${subject}`,
  }),
  'document.comment_deleted': auditEvent({
    label: 'comment deleted',
    before: comment,
    sentence: ({ subject }) => `deleted a comment on ${subject}`,
  }),
  'document.asked': auditEvent({
    label: 'question asked',
    after: question,
    sentence: ({ subject }) => `asked for more information about ${subject}`,
  }),
  'document.answered': auditEvent({
    label: 'question answered',
    after: question.extend({
      /** How many files the answer has. */
      answerFiles: z.number(),
    }),
    sentence: ({ subject, after }) => `answered the question about ${subject}${filesText(after.answerFiles)}`,
  }),
  'document.question_withdrawn': auditEvent({
    label: 'question withdrawn',
    before: question,
    sentence: ({ subject }) => `withdrew the question about ${subject}`,
  }),
  'document.question_reminded': auditEvent({
    label: 'reminder of a question sent',
    after: question,
    sentence: ({ subject }) => `sent a reminder of the question about ${subject}`,
  }),
} as const

function otherFile(id: number | undefined): string {
  return id === undefined ? 'another file' : `file ${id}`
}

function filesText(count = 0): string {
  if (count === 0) return ''
  return count === 1 ? ' with 1 file' : ` with ${count} files`
}

function assignedText(
  subject: string,
  {
    assignee,
    isBySelf,
  }: { readonly assignee?: string | null | undefined; readonly isBySelf?: boolean | undefined },
): string {
  if (!assignee) return isBySelf ? `gave ${subject} back` : `unassigned ${subject}`
  return `assigned ${subject} to ${isBySelf ? 'themselves' : assignee}`
}

/** Events of uploads that become no document. */
export const UPLOAD_EVENTS = {
  'upload.refused_infected': auditEvent({
    label: 'infected upload rejected',
    after: z.object({ ...stored, finding: z.string(), isKept: z.boolean() }),
    sentence: ({ subject, after }) => withNote(`upload rejected: virus found, ${subject}`, after.fileName),
  }),
} as const
