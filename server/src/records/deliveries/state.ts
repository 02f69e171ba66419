import type { DoorNotices } from './delivery-notices.ts'

/** What deliveries remember between calls. */
export type DeliveriesState = { readonly doorNotices: DoorNotices }
