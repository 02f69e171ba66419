import { z } from 'zod'
import type { AuditEntry } from './audit-entry.ts'
import { AUDIT_EVENTS } from './audit-events.ts'

/**
 * Requires that the entry's event defines each of its facts, also inside other facts. The compiler checks literals only:
 * a variable could have more facts, and a record can never be changed afterward.
 * @throws before anything is written.
 */
export function requireKnownFacts({ action, before, after }: AuditEntry): void {
  const event = AUDIT_EVENTS[action]
  const unknown = unknownFact(event.before, before) ?? unknownFact(event.after, after)
  if (unknown !== null) throw new Error(`The event ${action} has no fact ${unknown}.`)
}

function unknownFact(schema: unknown, facts: unknown): string | null {
  if (typeof facts !== 'object' || facts === null) return null
  if (schema instanceof z.ZodArray && Array.isArray(facts)) {
    return firstOf(facts, (item) => unknownFact(schema.element, item))
  }
  if (schema instanceof z.ZodObject) return schema.def.catchall ? null : unknownIn(schema.shape, facts)
  if (isWrapper(schema)) return unknownFact(schema.unwrap(), facts)
  return schema === undefined ? unknownIn({}, facts) : null
}

function unknownIn(shape: Readonly<Record<string, unknown>>, facts: object): string | null {
  return firstOf(Object.entries(facts), ([name, value]) => {
    if (value === undefined) return null
    return Object.hasOwn(shape, name) ? unknownFact(shape[name], value) : name
  })
}

function isWrapper(schema: unknown): schema is z.ZodOptional | z.ZodNullable | z.ZodReadonly {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
