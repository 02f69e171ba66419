import { descriptionProblem } from '@portal/contract/files/description.ts'
import { formatBytes } from '../../../lib/format.ts'
import { missingFields, type RequiredField } from '../facts/required-fields.ts'
import type { CountyChoice } from '../facts/upload-fields.ts'
import { filesText } from '../facts/upload-texts.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import { countQueue, factsOf, isUnfinished, refusedOf, type QueueEntry } from '../sender/queue-entry.ts'
import type { QueueView } from '../sender/queue-store.ts'

/** The percentage of one file that has been sent. */
export function percentOf({ key, size, state }: QueueEntry, { sent }: Pick<QueueView, 'sent'>): number {
  if (state.is === 'stored') return 100
  return Math.min(Math.floor(((sent.get(key) ?? 0) * 100) / size), 100)
}

const FIELD_NAMES: Readonly<Record<RequiredField, string>> = {
  categoryId: 'category',
  typeId: 'type',
  countyId: 'county',
  owner: 'owner',
  relationTypeId: 'relation type',
  description: 'description',
  files: 'files',
}

/** The names of the details that a file still needs before it can be sent. */
function missingDetails(facts: QueueFields, county: CountyChoice): readonly string[] {
  return missingFields(facts, { county, fileCount: 1 }).map((field) => FIELD_NAMES[field])
}

/** The details that a file still needs before it can be sent, in one sentence; null if none. */
function lackText(facts: QueueFields, county: CountyChoice): string | null {
  const missing = missingDetails(facts, county)
  if (missing.length > 0) return `Needs ${missing.join(', ')}`
  return descriptionProblem(facts.description)?.sentence ?? null
}

export const READY = 'Ready to upload'

/** The state of one file, for its row. */
export function entryText(entry: QueueEntry, view: QueueView, county: CountyChoice): string {
  const { key, state } = entry
  if (state.is === 'stored') return state.fileId === null ? 'Stored' : `Stored as file ${state.fileId}`
  if (state.is === 'refused') return withoutName(state.reason, entry.name)
  if (view.absent.has(key)) return 'Please choose this file again'
  if (state.is === 'chosen') return lackText(factsOf(entry, view.plan.fields), county) ?? READY
  const trouble = view.troubles.get(key)
  if (trouble !== undefined) return trouble
  if (!view.sent.has(key) || !isSending(view)) return view.plan.isGoing ? 'Waiting' : 'Paused'
  return percentOf(entry, view) === 100 ? 'Being checked and stored' : `${percentOf(entry, view)}%`
}

/** The state of one file in one line: it counts several missing details (R7.131). */
export function shortEntryText(entry: QueueEntry, view: QueueView, county: CountyChoice): string {
  const isChosen = entry.state.is === 'chosen' && !view.absent.has(entry.key)
  const missing = isChosen ? missingDetails(factsOf(entry, view.plan.fields), county) : []
  return missing.length > 1 ? `${missing.length} details missing` : entryText(entry, view, county)
}

/**
 * Removes the file's name from a reason: the row already shows it, and a long name would leave no room for the reason.
 */
function withoutName(reason: string, name: string): string {
  if (!reason.startsWith(`${name}: `)) return reason
  const rest = reason.slice(name.length + 2)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Whether the queue is sending; files that must be chosen again do not count. */
export function isSending({
  entries,
  plan,
  absent,
}: Pick<QueueView, 'entries' | 'plan' | 'absent'>): boolean {
  return plan.isGoing && entries.some(({ key, state }) => state.is === 'waiting' && !absent.has(key))
}

/** Whether all unsent files must be chosen again before anything can be sent. */
export function lacksAllFiles({ entries, absent }: Pick<QueueView, 'entries' | 'absent'>): boolean {
  const unfinished = entries.filter(isUnfinished)
  return unfinished.length > 0 && unfinished.every(({ key }) => absent.has(key))
}

/** The number of unsent files that must be chosen again. */
function countAbsent({ entries, absent }: QueueView): number {
  return entries.filter((entry) => isUnfinished(entry) && absent.has(entry.key)).length
}

/** `22 files wait: choose them.`; empty if none wait. */
function waitText(absent: number): string {
  if (absent === 0) return ''
  return absent === 1 ? '1 file waits: choose it.' : `${absent} files wait: choose them.`
}

/** The queue's progress in one line. */
export function queueText(view: QueueView): string {
  const { total, stored, refused } = countQueue(view.entries, view.sent)
  const left = total - stored - refused
  if (total === 0) return ''
  const tally = [
    `${stored} stored`,
    ...(left > 0 ? [`${left} not sent`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
  if (isSending(view)) {
    if (view.isOffline) return `No connection: ${tally}. The upload continues when the connection is back.`
    return joined(`Uploading: ${stored} of ${total} stored.`, waitText(countAbsent(view)))
  }
  const absent = waitText(countAbsent(view))
  if (absent !== '') return joined(absent, stored + refused > 0 ? `${tally}.` : '')
  if (view.entries.some(({ state }) => state.is === 'waiting')) return `Paused: ${tally}.`
  if (refused > 0) return `${tally}: ${namesText(refusedOf(view.entries).map(({ name }) => name))}.`
  return stored > 0 ? `${tally}.` : filesText(total)
}

const MAX_NAMES = 3

/** `a.pdf, b.pdf`, plus the number of further names. */
function namesText(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((each) => each !== '').join(' ')
}

/** Bytes and the time left; both change too often to be announced by a screen reader. */
export function restText(view: QueueView): string {
  const { bytes, bytesSent } = countQueue(view.entries, view.sent)
  if (!isSending(view)) return bytesSent === 0 && bytes > 0 ? formatBytes(bytes) : ''
  const part = `${formatBytes(bytesSent)} of ${formatBytes(bytes)}`
  const left = toSend(view) / (view.rate ?? 0)
  return view.rate && !view.isOffline ? `${part}, ${timeLeftText(left)}` : part
}

function toSend({ entries, sent, absent }: QueueView): number {
  const waiting = entries.filter(({ key, state }) => state.is === 'waiting' && !absent.has(key))
  return waiting.reduce((sum, { key, size }) => sum + size - (sent.get(key) ?? 0), 0)
}

/** `about 4 min left`; less than a minute is not counted down. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `about ${minutes} min left`
  return `about ${Math.round(minutes / 60)} h left`
}

/** The heading of the details, for this number of selected files. */
export function detailsText(selected: number): string {
  if (selected === 0) return 'Details for all files'
  return selected === 1 ? 'Details for the selected file' : `Details for the ${selected} selected files`
}

/** Why the queue cannot be sent yet: the number of incomplete files; null if none. */
export function lackingText(lacking: number): string | null {
  if (lacking === 0) return null
  return lacking === 1
    ? 'One file is missing details. See the Status column.'
    : `${lacking} files are missing details. See the Status column.`
}

/** Whether a file lacks details that it needs before it can be sent. */
export function lacksDetails(
  entry: QueueEntry,
  { plan }: Pick<QueueView, 'plan'>,
  county: CountyChoice,
): boolean {
  return lackText(factsOf(entry, plan.fields), county) !== null
}

/** The unsent files that lack details. */
export function lackingOf(view: QueueView, county: CountyChoice): readonly QueueEntry[] {
  return view.entries.filter((entry) => entry.state.is === 'chosen' && lacksDetails(entry, view, county))
}

/** The text for a chosen spreadsheet that matches no file. */
export function fitsNoFileText(name: string): string {
  return `${name}: no line of it names a file of this list. Choose it together with the files that it names, or after them.`
}

/** The text for a file that was chosen again but differs from the one its upload started with. */
export function changedText(name: string): string {
  return `${name} has changed since its upload began, so it is in the list as a new file: remove the row that still asks for the old one.`
}

/** The text for the files that must be chosen again. */
export function absentText(view: QueueView): string {
  const absent = countAbsent(view)
  const files = absent === 1 ? 'One file has' : `${absent} files have`
  // The server may have discarded the received bytes since.
  return `${files} to be chosen again, because the page was closed. Only what the portal does not have yet is sent.`
}
