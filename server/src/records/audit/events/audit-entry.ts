import type { z } from 'zod'
import type { AuditAction, AuditEvents } from './audit-events.ts'

/** The subject of the action. An address is typed by a person who has not proved that it is theirs. */
export type AuditSubject =
  | { readonly kind: 'document' | 'account' | 'county' | 'view' | 'run'; readonly id: number }
  | {
      readonly kind: 'address' | 'backup' | 'portal' | 'receipt' | 'stored file' | 'store'
      readonly id: string
    }

type Side = 'before' | 'after'

/** One side of an entry, as its schema says. An optional side may be omitted, and a side without a schema must be. */
type Facts<Where extends Side, Schema> =
  Schema extends z.ZodOptional<infer Inner>
    ? { readonly [side in Where]?: z.input<Inner> }
    : Schema extends z.ZodType
      ? { readonly [side in Where]: z.input<Schema> }
      : { readonly [side in Where]?: never }

type EntryOf<Action extends AuditAction> = {
  readonly action: Action
  readonly subject: AuditSubject
  readonly countyId?: number | null
} & Facts<'before', AuditEvents[Action]['before']> &
  Facts<'after', AuditEvents[Action]['after']>

/** What is recorded, by action. The facts are those of the action's event. */
export type AuditEntry = { [Action in AuditAction]: EntryOf<Action> }[AuditAction]

type NameOf<Schema> =
  Schema extends z.ZodOptional<infer Inner>
    ? NameOf<Inner>
    : Schema extends z.ZodObject<infer Shape>
      ? keyof Shape & string
      : never

/** The name of a fact that some event records. */
export type FactName = { [Action in AuditAction]: NameOf<AuditEvents[Action][Side]> }[AuditAction]

/** The facts of one side that the action's event defines. */
type KnownFacts<
  Action extends AuditAction,
  Where extends Side,
> = AuditEvents[Action][Where] extends infer Schema
  ? NonNullable<Schema extends z.ZodType ? z.input<Schema> : never>
  : never

/** Not distributed over the union: the compiler would compare every action with every other. */
type NoOther<Where extends Side, Entry extends AuditEntry> = [Entry] extends [
  { readonly [side in Where]: infer Passed extends object },
]
  ? {
      readonly [side in Where]: {
        readonly [fact in Exclude<keyof Passed, keyof KnownFacts<Entry['action'], Where>>]: never
      }
    }
  : unknown

/**
 * Rejects facts that the entry's event does not define. The compiler alone checks only literals, so a spread or a
 * variable could add facts unnoticed.
 */
export type NoOtherFacts<Entry extends AuditEntry> = NoOther<'before', Entry> & NoOther<'after', Entry>
