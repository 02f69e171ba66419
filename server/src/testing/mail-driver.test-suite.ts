import { describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import type { Mail, MailDriver } from '../engines/mail/mail.ts'

export type DriverUnderTest = { driver: MailDriver; received(): Promise<Buffer[]> }

const LONG_SUBJECT =
  'Bestätigung Ihrer Registrierung für das Dokumentenportal des Landkreises Ector – 請確認 – bitte lesen'

export const sampleMail: Mail = {
  from: 'portal@firm.example',
  to: 'clerk@ector.example',
  subject: LONG_SUBJECT,
  text: 'Dear clerk,\n\nPlease read: https://portal.example/confirm?email=a%2Bb&token=x\n',
  html: '<p>Dear clerk,</p><p><a href="https://portal.example/confirm">Please read</a></p>',
  messageId: '<one@portal.example>',
  date: new Date('2026-04-01T12:00:00Z'),
}

/** The tests of every mail driver. */
export function mailDriverSuite(name: string, open: () => Promise<DriverUnderTest>): void {
  describe(`mail driver: ${name}`, () => {
    it('delivers subject, both parts and the fixed Message-ID', async () => {
      const { driver, received } = await open()
      await driver.send(sampleMail)
      const [bytes] = await received()
      const parsed = await PostalMime.parse(bytes ?? '')
      expect(parsed).toMatchObject({
        subject: LONG_SUBJECT,
        messageId: sampleMail.messageId,
        to: [{ address: sampleMail.to }],
      })
      expect(parsed.text?.trim()).toBe(sampleMail.text.trim())
      expect(parsed.html?.trim()).toBe(sampleMail.html)
    })

    it('keeps every line within what mail allows', async () => {
      const { driver, received } = await open()
      await driver.send({ ...sampleMail, text: 'x'.repeat(5000) })
      const [bytes] = await received()
      expect(
        Math.max(
          ...String(bytes)
            .split('\r\n')
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(998)
    })

    it('lets no line end in a header start another header', async () => {
      const { driver, received } = await open()
      await driver.send({ ...sampleMail, subject: 'Hello\r\nBcc: everyone@firm.example' })
      const [bytes] = await received()
      expect((await PostalMime.parse(bytes ?? '')).bcc ?? []).toEqual([])
    })
  })
}
