import { listParts, stateOfIndex, waitForIndexWork } from './indexes.repository.ts'
import type { OutsideStep } from './outside-steps.ts'
import { runSql } from './schema.repository.ts'
import { inStep, runOutside, type StepPlace } from './step.ts'

type IndexStep = Extract<OutsideStep, { kind: 'create index' }>

/**
 * Builds an index while people write. PostgreSQL does not do that for a table in parts: there each part gets its own first,
 * and then the table one that takes these in, which builds nothing.
 */
export async function buildIndex(place: StepPlace, step: IndexStep): Promise<void> {
  const { index, table } = step
  if ((await inStep(place, (client) => stateOfIndex(client, index))) === 'whole') return
  const parts = await inStep(place, (client) => listParts(client, table))
  if (parts.length === 0) return buildBeside(place, step)
  for (const part of parts) {
    const ofPart = { ...step, index: `${part}${index.slice(table.length)}`, table: part }
    await buildBeside(place, { ...ofPart, sql: sqlOf(ofPart, 'CONCURRENTLY ') })
  }
  await inStep(place, (client) => runSql(client, { sql: sqlOf(step, ''), marker: place.marker }))
}

async function buildBeside(place: StepPlace, step: IndexStep): Promise<void> {
  const { sql, index, table } = step
  const look = () => inStep(place, (client) => stateOfIndex(client, index))
  if ((await look()) === 'broken') {
    // A statement that outlived its process may be building it yet.
    await inStep(place, (client) => waitForIndexWork(client, table))
    if ((await look()) === 'broken') await runOutside(place, `DROP INDEX CONCURRENTLY ${index}`)
  }
  if ((await look()) === 'missing') await runOutside(place, sql)
}

function sqlOf({ unique, index, table, rest }: IndexStep, how: string): string {
  return `CREATE ${unique}INDEX ${how}${index} ON ${table}${rest}`
}
