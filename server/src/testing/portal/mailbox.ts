import { rm } from 'node:fs/promises'
import { createMailboxDoor } from '../../rooms/ingestion/mailbox/mailbox-door.ts'
import { mailFolder, type MailFolder } from '../mail-folder.ts'
import type { PartPortal, PortalPart } from './part.ts'

const NEVER = new AbortController().signal

/** A folder of mail for the county Loving. */
export async function openMailbox(): Promise<PortalPart<ReturnType<typeof mailboxOf>>> {
  const mail = await mailFolder()
  return {
    environment: mail.environment,
    give: (portal) => mailboxOf(portal, mail),
    close: () => rm(mail.root, { recursive: true, force: true }),
  }
}

function mailboxOf({ world, pool }: PartPortal, { root, deliver, lying }: MailFolder) {
  const door = createMailboxDoor()
  return {
    root,
    deliver,
    lying,
    look: () => door(world, NEVER),
    verdicts: async () =>
      (
        await pool.query<{ id: string; state: string; reason: string | null; subject: string }>(
          'SELECT id, state, reason, subject FROM mail_delivery ORDER BY arrived_at, mailbox_name',
        )
      ).rows,
  }
}
