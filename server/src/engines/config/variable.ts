import type { z } from 'zod'

/** One variable: how it is read, what it is where it is not set, and what people who run the portal should know. */
type Variable<Value, Otherwise extends Value | null> = {
  schema: z.ZodType<Value, string>
  /** Null: there is none, or it follows from others. */
  otherwise: Otherwise
  /** Where `otherwise` does not say it all. Markdown, as `meaning` is. */
  documentedDefault?: string
  meaning: string
}

export function variable<Value, const Otherwise extends Value | null>(
  read: z.ZodType<Value, string>,
  facts: Omit<Variable<Value, Otherwise>, 'schema'>,
): Variable<Value, Otherwise> {
  return { schema: read, ...facts }
}
