import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '10m': 10_000_000 } as const
export type Size = keyof typeof SIZES

export type BenchOptions = {
  /** Names of benches; empty for all. */
  readonly only: readonly string[]
  readonly sizes: readonly Size[]
  readonly rounds: number
  /** Where sample portals are kept from one run to the next. */
  readonly folder: string
  /** Another PostgreSQL than the portal's own: the URL of a role that may create databases. */
  readonly databaseUrl: string | undefined
  /** Where the rows are written, for a later run to compare itself with. */
  readonly json: string | undefined
  /** Rows of an earlier run: those that got worse are named, and end the run with exit code 1. */
  readonly compare: string | undefined
}

const MIN_ROUNDS = 7

/** @throws Error with one line that says what may be given. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      size: { type: 'string', default: '10k,100k,1m' },
      rounds: { type: 'string', default: String(MIN_ROUNDS) },
      database: { type: 'string' },
      json: { type: 'string' },
      compare: { type: 'string' },
      folder: { type: 'string', default: join(tmpdir(), 'portal-bench') },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < MIN_ROUNDS)
    throw new Error(`--rounds is a whole number from ${MIN_ROUNDS}.`)
  return {
    only: list(values.only),
    sizes: list(values.size).map(size),
    rounds,
    folder: resolve(values.folder),
    databaseUrl: values.database,
    json: values.json,
    compare: values.compare,
  }
}

function list(text: string): string[] {
  return text.split(',').filter(Boolean)
}

function size(name: string): Size {
  if (name in SIZES) return name as Size
  throw new Error(`--size ${name} is unknown: ${Object.keys(SIZES).join(', ')}.`)
}
