import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { toMessage, type MailDriver } from './mail.ts'

/** Mail as files `<folder>/*.eml`, for a portal without a mail server: any mail program opens them. */
export function openOutboxFolder(folder: string): MailDriver {
  return {
    async send(mail) {
      // Loaded with the first mail.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const bytes = await new MailComposer({ ...toMessage(mail), newline: 'windows' }).compile().build()
      const name = `${mail.date.toISOString().replaceAll(/[:.]/g, '-')}-${mail.messageId.replaceAll(/[^\w-]/g, '')}.eml`
      const path = join(folder, name)
      const file = await open(`${path}.part`, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
  }
}
