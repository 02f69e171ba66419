import type { z } from 'zod'
import type { AuditAction, AuditEvents } from './audit-events.ts'

/** Whom or what it was done to. An address is what somebody typed who has not proved that it is theirs. */
export type AuditSubject =
  | { readonly kind: 'document' | 'account' | 'county'; readonly id: number }
  | {
      readonly kind: 'address' | 'backup' | 'portal' | 'receipt' | 'stored file' | 'store'
      readonly id: string
    }

type Side = 'before' | 'after'

/** One side of an entry: what its schema says; what is optional may be left out, and what has no schema is. */
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

/** What is recorded, by action: the facts are those of its event. */
export type AuditEntry = { [Action in AuditAction]: EntryOf<Action> }[AuditAction]

type NameOf<Schema> =
  Schema extends z.ZodOptional<infer Inner>
    ? NameOf<Inner>
    : Schema extends z.ZodObject<infer Shape>
      ? keyof Shape & string
      : never

/** The name of a fact that some event keeps. */
export type FactName = { [Action in AuditAction]: NameOf<AuditEvents[Action][Side]> }[AuditAction]

/** The facts of one side that the event of an action names. */
type KnownFacts<
  Action extends AuditAction,
  Where extends Side,
> = AuditEvents[Action][Where] extends infer Schema
  ? NonNullable<Schema extends z.ZodType ? z.input<Schema> : never>
  : never

/** Not by each member of a union: the compiler would compare every action with every other. */
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
 * Refuses facts that the event of an entry does not name. The compiler by itself looks for those in literals only: what a
 * spread or a variable brings along would be recorded unseen.
 */
export type NoOtherFacts<Entry extends AuditEntry> = NoOther<'before', Entry> & NoOther<'after', Entry>
