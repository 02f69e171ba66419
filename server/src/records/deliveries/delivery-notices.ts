/** What the last look at the other doors found that people who run the portal should know, as sentences. */
export type DeliveryNotices = {
  dropFolder: readonly string[]
  mailbox: readonly string[]
}

export function createDeliveryNotices(): DeliveryNotices {
  return { dropFolder: [], mailbox: [] }
}

export function warningsOfDeliveries({ dropFolder, mailbox }: DeliveryNotices): string[] {
  return [...dropFolder, ...mailbox]
}
