import { z } from 'zod'

/** What a sentence may mention besides the record's facts, as far as the reader may know it. */
export type EventContext = {
  /** The words for the action, or its code if this release does not know it. */
  readonly label: string
  /** The subject, such as `file 17` or `ann@reeves.example`. */
  readonly subject: string
  /** Whether the actor acted on their own account. */
  readonly isOwn: boolean
  /** The reader: `your` means that the reader is the actor. */
  readonly whose: 'their' | 'your'
  /** A county's current name; null if the county does not exist. */
  readonly countyName: (id: number) => string | null
}

/** The facts of one side of a record. The schema is optional if some records lack that side. */
export type FactSchema = z.ZodObject | z.ZodOptional<z.ZodObject>

/** The facts as read: older records lack some, and readers may not know all of them. */
type ReadFacts<Schema> = Schema extends FactSchema ? Readonly<Partial<NonNullable<z.output<Schema>>>> : object

/** The event as a clause that follows the actor's name, without a full stop. */
export type EventSentence<Before, After> = (
  context: EventContext & { readonly before: ReadFacts<Before>; readonly after: ReadFacts<After> },
) => string

/** Both sides from the database, or the part that a reader may know; null if there are none. */
export type RecordedFacts = { readonly before: unknown; readonly after: unknown }

export type AuditEvent<Before, After> = {
  readonly label: string
  /** Undefined if the event's records have no such side. */
  readonly before: Before
  readonly after: After
  /** The sentence of a record, or the fallback sentence if its schemas do not describe the record. */
  readonly sentence: (context: Omit<EventContext, 'label'>, recorded: RecordedFacts) => string
}

type Definition<Before, After> = {
  readonly label: string
  readonly before?: Before
  readonly after?: After
  readonly sentence: EventSentence<Before, After>
}

/** One kind of action: its words, the schemas of its facts, and the sentence made from them. */
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

/** Reads the facts of one side; null if they do not match the schema. */
function factReader<Schema extends FactSchema | undefined>(schema: Schema) {
  const whole = wholeOf(schema)
  // Created when a record is first read, because startup reads none.
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

/** For an action without its own words, from a newer release, or with a record that does not match its schemas. */
export function fallbackSentence({
  label,
  subject,
  isOwn,
}: Pick<EventContext, 'label' | 'subject' | 'isOwn'>): string {
  return isOwn ? `did this: ${label}` : `did this: ${label} (${subject})`
}
