import { createHash } from 'node:crypto'
import type { ChainedRow, ChainHead } from './chain.repository.ts'

/** The state before the first record of a chain. */
export const BEGINNING: ChainEnd = { sequence: 0n, hash: Buffer.alloc(0) }

/** The newest record of a chain, or of the part that has been read. */
export type ChainEnd = { readonly sequence: bigint; readonly hash: Buffer }

/** What is wrong with a record that should follow `end` in its chain; null if it is valid. */
export function problemOf(row: ChainedRow, end: ChainEnd): string | null {
  const expected = end.sequence + 1n
  const sequence = BigInt(row.sequence)
  if (sequence > expected) return `Record ${expected} of chain ${row.chain} is missing.`
  const name = `Record ${sequence} of chain ${row.chain}`
  if (sequence < 1n) return `${name} stands before its beginning.`
  if (sequence < expected) return `${name} is there twice.`
  if (!isHashOf(row)) return `${name} was changed.`
  return row.previous_hash.equals(end.hash) ? null : `${name} does not follow the one before it.`
}

/** What is wrong with the end of a completely read chain; null if it ends as its head says. */
export function problemOfEnd(head: ChainHead, end: ChainEnd): string | null {
  const sequence = BigInt(head.sequence ?? 0)
  if (end.sequence < sequence) return `Record ${end.sequence + 1n} of chain ${head.chain} is missing.`
  const isSame = end.sequence === sequence && head.hash?.equals(end.hash) === true
  return isSame
    ? null
    : `Record ${end.sequence} of chain ${head.chain} is not the one that the chain ends with.`
}

/** Whether a record is what it was when it was written: its hash is that of its content and of the hash before it. */
export function isHashOf(row: ChainedRow): boolean {
  return hashOf(row).equals(row.hash)
}

/** SHA-256 of the previous hash and the text that append_audit_records makes of a record. */
function hashOf(row: ChainedRow): Buffer {
  return createHash('sha256').update(row.previous_hash).update(textOf(row)).digest()
}

/** A JSON array in PostgreSQL's format: `audit_record_text`. */
function textOf(row: ChainedRow): string {
  const texts = [row.actor_name, row.came_from, row.subject_kind, row.subject_id].map((text) =>
    JSON.stringify(text),
  )
  const signed = [row.action, row.actor_kind].map((text) => JSON.stringify(text))
  const numbers = [row.chain, row.sequence, row.id, row.at.getTime()]
  const facts = [row.county_id, row.before, row.after].map((fact) => fact ?? 'null')
  return `[${[...numbers, ...signed, row.account_id ?? 'null', ...texts, ...facts].join(', ')}]`
}
