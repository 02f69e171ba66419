/** What the last look at the other doors found that people who run the portal should know, as sentences. */
export type DoorNotices = {
  dropFolder: readonly string[]
  mailbox: readonly string[]
}

export function createDoorNotices(): DoorNotices {
  return { dropFolder: [], mailbox: [] }
}

export function warningsOfDoors({ dropFolder, mailbox }: DoorNotices): string[] {
  return [...dropFolder, ...mailbox]
}
