import type { Pool } from 'pg'
import type { Command } from '../commands/command.ts'
import type { Engines } from '../engines.ts'
import type { SchemaUpdate } from './schema-change.ts'
import type { SchemaDifference } from './schema-difference.ts'

/** How to plan and update the schema. The caller passes it, because engines do not know the portal's schema files. */
export type SchemaSteps = {
  plan(pool: Pool): Promise<SchemaDifference>
  update(owner: Pool, change: SchemaUpdate): Promise<string[]>
}

/** The only command that changes the schema, as the start of a server does. */
export function migrateCommand<C extends Pick<Engines, 'database'>>(schema: SchemaSteps): Command<C> {
  return {
    name: 'migrate',
    usage: '[--plan]',
    summary:
      'Brings the database up to date, as the start of the portal does; --plan names what it would apply.',
    options: { plan: { type: 'boolean' } },
    positionals: 0,
    onlyReads: false,
    async run({ database: { pool, asOwner }, print }, { values }) {
      if (values['plan']) {
        const plan = toPlan(await schema.plan(pool))
        for (const line of linesOf(plan)) print(line)
        return { json: plan }
      }
      const applied = await asOwner((owner, roles) => schema.update(owner, { ...roles, report: print }))
      print(
        applied.length === 0
          ? 'The database is up to date.'
          : `The database is up to date now: ${applied.join(', ')}.`,
      )
      return { json: { applied } }
    },
  }
}

type Plan = {
  /** The release whose schema a new database gets first. */
  readonly baseline: string | null
  readonly pending: readonly { name: string; outsideTransaction: boolean; needsRelease: number | null }[]
  readonly repeatable: readonly string[]
  /** Applied migrations of a newer release. */
  readonly unknown: readonly string[]
}

function toPlan({ baseline, pending, changed, unknown }: SchemaDifference): Plan {
  return {
    baseline: baseline?.release ?? null,
    pending: pending.map(({ name, steps, needs }) => ({
      name,
      outsideTransaction: steps !== null,
      needsRelease: needs,
    })),
    repeatable: changed.map(({ name }) => name),
    unknown,
  }
}

function linesOf({ baseline, pending, repeatable, unknown }: Plan): string[] {
  if (pending.length + repeatable.length + unknown.length === 0) return ['The database is up to date.']
  return [
    ...(baseline === null ? [] : [`would be made: the schema of release ${baseline}`]),
    ...pending.map(({ name, outsideTransaction, needsRelease }) => {
      const how = outsideTransaction ? ', in steps outside a transaction' : ''
      const ends =
        needsRelease === null
          ? ''
          : `; stop servers of releases before ${String(needsRelease).padStart(4, '0')} first`
      return `would be applied: ${name}${how}${ends}`
    }),
    ...repeatable.map((name) => `would be applied: ${name}`),
    ...unknown.map((name) => `of a newer release, left as it is: ${name}`),
  ]
}
