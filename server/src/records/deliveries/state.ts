import type { DeliveryNotices } from './delivery-notices.ts'

/** What deliveries remember between calls. */
export type DeliveriesState = { readonly deliveryNotices: DeliveryNotices }
