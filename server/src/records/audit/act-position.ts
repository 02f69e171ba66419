import type { AuditRow } from './audit.repository.ts'

/** A position in the records, given by the record that precedes it. */
export type ActPosition = Pick<AuditRow, 'at' | 'id'>

/** The time in milliseconds, which is the precision of records, and the id among records of the same time. */
export function writePosition({ at, id }: ActPosition): string {
  return `${at.getTime()}-${id}`
}

export function readPosition(text: string): ActPosition {
  const [moment = '', id = ''] = text.split('-')
  return { at: new Date(Number(moment)), id }
}
