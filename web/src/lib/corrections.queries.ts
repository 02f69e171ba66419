import {
  getCorrections,
  removeCorrects,
  setCorrects,
  type Corrections,
} from '@portal/contract/corrections/corrections.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { PATHS } from './paths.ts'
import { UPLOADS_KEY } from './uploads-key.ts'

/** The chain of corrections of a document. */
export function correctionsQuery(fileId: number) {
  return queryOptions({
    // Below the key of the list, so that a save reloads it, too.
    queryKey: [...UPLOADS_KEY, 'corrections', fileId],
    queryFn: ({ signal }) => call(getCorrections, { params: { fileId }, signal }),
    staleTime: 0,
    retry: false,
  })
}

export type CorrectionChange = {
  readonly fileId: number
  /** The older document; null to remove the correction. */
  readonly corrects: number | null
}

export function saveCorrection({ fileId, corrects }: CorrectionChange): Promise<Corrections> {
  return corrects === null
    ? call(removeCorrects, { params: { fileId } })
    : call(setCorrects, { params: { fileId }, body: { corrects } })
}

/** The query parameter of /add with the document to correct. */
export const CORRECTS = 'corrects'

/** The address of the upload form for a correction of a document. */
export function correctPath(fileId: number): string {
  return `${PATHS.upload}?${CORRECTS}=${fileId}`
}

/** The address of the documents list with the preview of a document. */
export function viewPath(fileId: number): string {
  return `${PATHS.documents}?view=${fileId}`
}
