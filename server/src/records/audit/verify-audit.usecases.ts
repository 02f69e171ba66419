import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Engines } from '../../engines/engines.ts'
import { BEGINNING, problemOf, problemOfEnd, type ChainEnd } from './audit-chain.ts'
import { inOneSnapshot, listChains, readChain, type ChainHead } from './chain.repository.ts'

export type AuditVerdict = {
  readonly records: number
  readonly chains: number
  /** What is wrong with the first invalid record. */
  readonly problem: string | null
  /** SHA-256, in hexadecimal, of all chain ends. A copy stored elsewhere later shows whether records were removed. */
  readonly digest: string
  readonly heads: readonly { chain: number; sequence: number; hash: string }[]
}

/** The digest of all chain ends as their heads state them. `verifyAudit` verifies them. */
export async function readAuditDigest({ database }: Pick<Engines, 'database'>): Promise<string> {
  return digestOf((await listChains(database.kysely)).map(toHead))
}

/** Follows every chain of the audit record from first to last, and stops at the first invalid record. */
export async function verifyAudit(
  { database }: Pick<Engines, 'database'>,
  tellProgress: (checked: number) => void,
): Promise<AuditVerdict> {
  return inOneSnapshot(database.kysely, async (snapshot) => {
    const chains = await listChains(snapshot)
    const heads = chains.map(toHead)
    const digest = digestOf(heads)
    let records = 0
    let problem: string | null = null
    for (const chain of chains) {
      problem = await followChain(snapshot, chain, (count) => {
        records += count
        tellProgress(records)
      })
      if (problem !== null) break
    }
    return { records, chains: chains.length, problem, digest, heads }
  })
}

async function followChain(
  snapshot: Kysely<DB>,
  head: ChainHead,
  count: (records: number) => void,
): Promise<string | null> {
  let end: ChainEnd = BEGINNING
  for await (const rows of readChain(snapshot, head.chain)) {
    for (const row of rows) {
      const problem = problemOf(row, end)
      if (problem !== null) return problem
      end = { sequence: BigInt(row.sequence), hash: row.hash }
    }
    count(rows.length)
  }
  return problemOfEnd(head, end)
}

function toHead({ chain, sequence, hash }: ChainHead): AuditVerdict['heads'][number] {
  return { chain, sequence: Number(sequence ?? 0), hash: hash?.toString('hex') ?? '' }
}

function digestOf(heads: AuditVerdict['heads']): string {
  const lines = heads.map(({ chain, sequence, hash }) => `${chain} ${sequence} ${hash}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}
