import type { Places } from '../../engines/limiter/places.ts'
import type { PrintHistory } from './print-history.ts'

/** The state of the audit record between calls. */
export type AuditState = {
  /** Prints in a thread for each paper. */
  readonly printHistory: PrintHistory
  /** The papers that are printed at the same time. */
  readonly historyPlaces: Places<number>
}
