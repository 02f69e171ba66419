import type { Upload } from '@portal/contract/files/files.ts'
import { formatMoment } from '../../../lib/format.ts'
import { filesText } from './upload-texts.ts'

type Facts = {
  readonly count: number
  readonly category: string | undefined
  readonly type: string | undefined
  /** The county of the documents; null if they have none. */
  readonly county: string | null | undefined
}

/** A one-line summary of the stored files: `100 files · Industrial / Rendition · Midland`. */
export function receiptSummary({ count, category, type, county }: Facts): string {
  const kind = [category, type].filter(Boolean).join(' / ')
  return [filesText(count), kind, county].filter(Boolean).join(' · ')
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
