import { z } from 'zod'

/** What a sentence may speak of besides the facts of its record, as far as its reader may know it. */
export type EventContext = {
  /** The words of the action; its code where this release does not know it. */
  readonly label: string
  /** What it was done to, such as `file 17` or `ann@reeves.example`. */
  readonly subject: string
  /** Whether it was done to the account of whoever did it. */
  readonly isOwn: boolean
  /** Who reads it: `your` is whoever did it. */
  readonly whose: 'their' | 'your'
  /** As a county is called today; null for one that there is not. */
  readonly countyName: (id: number) => string | null
}

/** The facts of one side of a record. An optional schema is of a side that some records do not have. */
export type FactSchema = z.ZodObject | z.ZodOptional<z.ZodObject>

/** As they are read: older records lack facts, and readers may not know all of them. */
type ReadFacts<Schema> = Schema extends FactSchema ? Readonly<Partial<NonNullable<z.output<Schema>>>> : object

/** What was done, behind the name of who did it a sentence without its full stop. */
export type EventSentence<Before, After> = (
  context: EventContext & { readonly before: ReadFacts<Before>; readonly after: ReadFacts<After> },
) => string

/** Both sides as the database has them, or what of them a reader may know; null for none. */
export type RecordedFacts = { readonly before: unknown; readonly after: unknown }

export type AuditEvent<Before, After> = {
  readonly label: string
  /** Undefined where its records have none. */
  readonly before: Before
  readonly after: After
  /** The sentence of a record; the fallback sentence for one that its schemas do not describe. */
  readonly sentence: (context: Omit<EventContext, 'label'>, recorded: RecordedFacts) => string
}

type Definition<Before, After> = {
  readonly label: string
  readonly before?: Before
  readonly after?: After
  readonly sentence: EventSentence<Before, After>
}

/** One kind of act: its words, the schemas of its facts, and the sentence that is made of them. */
export function auditEvent<
  Before extends FactSchema | undefined = undefined,
  After extends FactSchema | undefined = undefined,
>({ label, before, after, sentence }: Definition<Before, After>): AuditEvent<Before, After> {
  const readBefore = factReader(before as Before)
  const readAfter = factReader(after as After)
  return {
    label,
    before: before as Before,
    after: after as After,
    sentence(context, recorded) {
      const labeled = { ...context, label }
      const [factsBefore, factsAfter] = [readBefore(recorded.before), readAfter(recorded.after)]
      return factsBefore && factsAfter
        ? sentence({ ...labeled, before: factsBefore, after: factsAfter })
        : fallbackSentence(labeled)
    },
  }
}

/** Reads the facts of one side; null for what the schema does not describe. */
function factReader<Schema extends FactSchema | undefined>(schema: Schema) {
  const whole = wholeOf(schema)
  // Made when a record is read for the first time: a start reads none.
  let partial: z.ZodObject | undefined
  return (facts: unknown): ReadFacts<Schema> | null => {
    if (!whole || facts === null || facts === undefined) return {} as ReadFacts<Schema>
    partial ??= whole.partial()
    const read = partial.safeParse(facts)
    return read.success ? (read.data as ReadFacts<Schema>) : null
  }
}

function wholeOf(schema: FactSchema | undefined): z.ZodObject | undefined {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema
}

/** Of an act that has no words of its own, that a newer release writes, or whose record is not as its schemas say. */
export function fallbackSentence({
  label,
  subject,
  isOwn,
}: Pick<EventContext, 'label' | 'subject' | 'isOwn'>): string {
  return isOwn ? `did this: ${label}` : `did this: ${label} (${subject})`
}
