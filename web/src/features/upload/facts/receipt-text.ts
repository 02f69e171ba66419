import type { Upload } from '@portal/contract/files/files.ts'
import { formatMoment } from '../../../lib/format.ts'
import { filesText } from './upload-texts.ts'

/** The names of a file's category and type; undefined while they are not loaded. */
export type KindOfFile = { readonly category: string | undefined; readonly type: string | undefined }

type Facts = {
  /** One for each stored file. */
  readonly kinds: readonly KindOfFile[]
  /** The county of the documents; null if they have none. */
  readonly county: string | null | undefined
}

/** More groups than this would fill several lines. */
const MAX_GROUPS = 4

/**
 * A one-line summary of the stored files, grouped by category and type: `100 files · Industrial / Rendition · Midland`,
 * or `3 files · Industrial / Rendition (2), Mineral / Rendition (1) · Midland`.
 */
export function receiptSummary({ kinds, county }: Facts): string {
  const groups = new Map<string, number>()
  for (const { category, type } of kinds) {
    const name = [category, type].filter(Boolean).join(' / ')
    if (name !== '') groups.set(name, (groups.get(name) ?? 0) + 1)
  }
  return [filesText(kinds.length), groupsText([...groups]), county].filter(Boolean).join(' · ')
}

function groupsText(groups: readonly (readonly [name: string, count: number])[]): string {
  if (groups.length === 1) return groups.map(([name]) => name).join('')
  const named = groups.slice(0, MAX_GROUPS).map(([name, count]) => `${name} (${count})`)
  const more = groups.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** The receipt as plain text, one line per file. */
export function receiptText(
  summary: string,
  stored: readonly Pick<Upload, 'FileID' | 'FileName' | 'UploadDate'>[],
  timeZone: string,
): string {
  const lines = stored.map(({ FileID, FileName, UploadDate }) =>
    [`File ${FileID}`, formatMoment(UploadDate, timeZone), FileName].join(' · '),
  )
  return [summary, ...lines].join('\n')
}
