import type { AuditRow } from './audit.repository.ts'

/** A place between two records: that of one which comes before it. */
export type ActPosition = Pick<AuditRow, 'at' | 'id'>

/** The moment in milliseconds, which is as exact as records have it, and the place among those of one moment. */
export function writePosition({ at, id }: ActPosition): string {
  return `${at.getTime()}-${id}`
}

export function readPosition(text: string): ActPosition {
  const [moment = '', id = ''] = text.split('-')
  return { at: new Date(Number(moment)), id }
}
