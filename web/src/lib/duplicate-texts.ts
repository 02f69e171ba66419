import { type Duplicate, listTwins } from '@portal/contract/files/duplicates.ts'
import { formatDateTime } from './format.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readDuplicates } from './duplicates.wire.ts'

/** The text after a duplicate's file id: upload time, uploader, county, and whether it is in the recycle bin. */
export function duplicateText(
  { UploadDate, UploadedBy, CountyName, isInBin }: Duplicate,
  timeZone: string,
): string {
  return [formatDateTime(UploadDate, timeZone), UploadedBy, CountyName, isInBin && 'in the recycle bin']
    .filter(Boolean)
    .join(', ')
}

/** How many other documents have the same bytes, for a document's details. */
export function sameBytesText(total: number): string {
  if (total === 0) return 'No duplicates found.'
  return total === 1 ? '1 duplicate:' : `${total} duplicates:`
}

/** The other documents with the same bytes; requested when a user opens a document's details. */
export function duplicatesQuery(fileId: number) {
  return queryOptions({
    queryKey: ['duplicates', fileId],
    queryFn: async ({ signal }) => readDuplicates(await call(listTwins, { params: { fileId }, signal })),
    staleTime: 0,
  })
}
