import type { FileType } from '@portal/contract/files/file-types.ts'

type YesOrNo = 'yes' | 'no'

/** Filters of the documents list. Each only narrows the scope. Days are those of the firm, YYYY-MM-DD. */
export type SearchFilters = {
  readonly categoryId?: number | undefined
  readonly typeId?: number | undefined
  readonly statusId?: number | undefined
  readonly countyId?: number | undefined
  readonly appraisalYear?: number | undefined
  readonly receivedFrom?: string | undefined
  /** The last day. */
  readonly receivedTo?: string | undefined
  /** The day after the last one. */
  readonly receivedBefore?: string | undefined
  readonly ownerNbr?: number | undefined
  readonly agentCode?: string | undefined
  /** A part of an address or a name. */
  readonly uploadedBy?: string | undefined
  readonly hasOwner?: YesOrNo | undefined
  readonly duplicates?: YesOrNo | undefined
  /** Whether the text could not be read. */
  readonly unreadable?: YesOrNo | undefined
  readonly fileType?: FileType | undefined
  /** Bytes. */
  readonly minSize?: number | undefined
  readonly maxSize?: number | undefined
}
