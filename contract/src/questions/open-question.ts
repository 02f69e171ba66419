import { z } from 'zod'
import { id, moment } from '../fields.ts'

/** A question about a document that nobody has answered or withdrawn. */
export const openQuestion = z.object({
  Number: id,
  /** Names; the address of a person whose name the caller may not know. */
  AskedBy: z.string(),
  AskedAt: moment,
  /** Who is asked. */
  Person: z.string(),
  /** What is missing, in the usual words of the county. */
  Points: z.array(z.string()),
  /** Plain text; empty for none. */
  Text: z.string(),
  /** A day in the portal's zone, YYYY-MM-DD; null for none. */
  DueDay: z.string().nullable(),
  /** Whether the caller may answer it: they uploaded the document, or are the person who is asked. */
  MayAnswer: z.boolean(),
  /** Whether the caller asked it. */
  IsAsker: z.boolean(),
})
export type OpenQuestion = z.output<typeof openQuestion>

const closed = z.object({
  /** Empty if no person did. */
  By: z.string(),
  At: moment,
})

/** Any question, with what became of it. */
export const question = openQuestion.omit({ MayAnswer: true, IsAsker: true }).extend({
  /** Null while it has none. `Files` are those that the caller may still see. */
  Answer: closed
    .extend({ Text: z.string(), Files: z.array(z.object({ FileID: id, FileName: z.string() })) })
    .nullable(),
  /** Null unless it was withdrawn. */
  Withdrawn: closed.nullable(),
})
export type Question = z.output<typeof question>
