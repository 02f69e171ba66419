/** The place of a row in a list by time: its time in ISO 8601, and its UUID among rows of the same time. */
export type TimePlace = { readonly at: string; readonly id: string }

const PLACE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The cursor after a row. */
export function timeCursor({ at, id }: { readonly at: Date; readonly id: string }): string {
  return `${at.toISOString()} ${id}`
}

/** The place in a cursor; null if the text is not a cursor. */
export function parseTimeCursor(cursor: string): TimePlace | null {
  const [, at, id] = PLACE.exec(cursor) ?? []
  return at !== undefined && id !== undefined && isMoment(at) ? { at, id } : null
}

/** Whether the database can read it. Its years begin at 1. */
function isMoment(text: string): boolean {
  const moment = new Date(text)
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && moment.getUTCFullYear() > 0
}
