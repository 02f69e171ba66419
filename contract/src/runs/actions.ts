import { z } from 'zod'
import { commentText } from '../comments/comments.ts'
import { id } from '../fields.ts'
import { questionFields } from '../questions/questions.ts'
import { typedDescription } from '../files/description.ts'

const DAY_PROBLEM = 'The rendered date must be a day of the calendar, YYYY-MM-DD.'

/** What a run does to each of its documents. */
export const runAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    statusId: id,
    /** Asks the uploader of each changed document. Only with the status Needs More Info. */
    question: questionFields.omit({ points: true }).optional(),
  }),
  /** A document keeps its category: documents of another category are refused. */
  z.strictObject({ kind: z.literal('type'), typeId: id }),
  /** Null: not rendered. */
  z.strictObject({ kind: z.literal('rendered'), renderedDate: z.iso.date(DAY_PROBLEM).nullable() }),
  z.strictObject({ kind: z.literal('extended'), extended: z.boolean() }),
  z.strictObject({
    kind: z.literal('description'),
    /** `set` replaces the description, `prefix` puts the text before it. */
    mode: z.enum(['set', 'prefix']),
    text: typedDescription,
  }),
  z.strictObject({ kind: z.literal('link-owner'), partyNumber: id, relationTypeId: id }),
  z.strictObject({ kind: z.literal('unlink-owner'), partyNumber: id, relationTypeId: id }),
  z.strictObject({ kind: z.literal('link-agent'), agentNumber: id, relationTypeId: id }),
  z.strictObject({ kind: z.literal('unlink-agent'), agentNumber: id, relationTypeId: id }),
  /** Null: to nobody. */
  z.strictObject({ kind: z.literal('assign'), personId: id.nullable() }),
  /** Adds the same comment to each document. */
  z.strictObject({ kind: z.literal('comment'), text: commentText }),
  z.strictObject({ kind: z.literal('bin') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type RunAction = z.output<typeof runAction>
export type RunActionKind = RunAction['kind']
