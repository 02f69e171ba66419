import type { Upload } from '@portal/contract/files/files.ts'
import type { BlockedFile } from '../../lib/blocked-files.queries.ts'
import type { Assignees } from './columns/assignees.queries.ts'
import type { FirstOwners } from './columns/first-owners.queries.ts'
import type { Selection } from '../../lib/selection/selection.ts'
import type { Order } from './list-address.ts'
import type { ListColumns } from './columns/use-columns.ts'
import type { Offers } from './offers.ts'
import type { ListLookups } from './use-files-screen.ts'

export type RowActions = {
  readonly onDelete: (document: Upload) => void
  readonly onEdit: (document: Upload) => void
  /** Called when the user tries to open a blocked document. */
  readonly onUnopenable: (why: string) => void
  /** Shows a document beside the list. */
  readonly onPreview: (fileId: number) => void
}

export type ColumnOptions = RowActions & {
  /** What the person searched for; empty without a search. */
  readonly search: string
  readonly offers: Offers
  readonly lookups: ListLookups
  readonly timeZone: string
  readonly columns: ListColumns
  readonly order: Order
  readonly onOrder: (order: Order) => void
  /** The documents on the page. */
  readonly fileIds: readonly number[]
  /** Null for people who only read. */
  readonly selection: Selection | null
  /** Whether the rows are lines without visible headings. */
  readonly isLined: boolean
  /** Whether a preview beside the list leaves it less room. */
  readonly isNarrow: boolean
  /** Whether the file has a line of its own below the other values of its row. */
  readonly isFolded: boolean
  readonly owners: FirstOwners
  readonly assignees: Assignees
  /** The blocked documents, by id. */
  readonly unopenable: ReadonlyMap<number, BlockedFile>
}
