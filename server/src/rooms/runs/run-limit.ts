import { MAX_RUN_DOCUMENTS, TOO_MANY_SELECTED } from '@portal/contract/runs/runs.ts'
import { failure } from '../../engines/http/errors.ts'
import type { SelectionLimit } from '../../records/search-index/select-documents.ts'

/** The documents of one run. */
export const RUN_LIMIT: SelectionLimit = {
  most: MAX_RUN_DOCUMENTS,
  refuse: () => failure(TOO_MANY_SELECTED),
}
