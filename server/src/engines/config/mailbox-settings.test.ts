import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-mailbox-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FILING = { county: 'Loving', category: 'Industrial', type: 'Rendition' }
const URL = 'maildir:///srv/filings%20of%20mail'

function read(said: unknown, url = URL) {
  const file = join(folder, 'filings.json')
  writeFileSync(file, typeof said === 'string' ? said : JSON.stringify(said))
  return readSettings({ MAILBOX_URL: url, MAILBOX_FILINGS: file }).mailbox
}

test('a mailbox and its addresses are read', () => {
  expect(read({ trusted: ['MX.Firm.example'], 'Loving@Filings.example': FILING })).toEqual({
    from: { kind: 'maildir', folder: '/srv/filings of mail' },
    trusted: ['mx.firm.example'],
    filings: [{ address: 'loving@filings.example', description: '', ...FILING }],
  })
  expect(readSettings({}).mailbox).toBeNull()
})

test.each([
  ['a file that is no JSON', '{', 'it is not valid JSON'],
  ['no address', {}, 'it names no address to which filings are sent'],
  ['what is no address', { loving: FILING }, "'loving' is no address of mail"],
  ['an address twice', { 'a@b.example': FILING, 'A@b.example': FILING }, 'a@b.example stands there twice'],
  [
    'a filing without its type',
    { 'a@b.example': { county: 'Loving', category: 'X' } },
    'a@b.example, type must be a text',
  ],
  [
    'what a filing does not know',
    { 'a@b.example': { ...FILING, account: 'x' } },
    'a@b.example does not know account',
  ],
])('%s stops the start in one line that names the variable', (_what, said, problem) => {
  expect(() => read(said)).toThrow(new RegExp(`^MAILBOX_FILINGS names .*filings\\.json: ${problem}`))
})

const wrong = () => read({ 'a@b.example': FILING }, 'imaps://me:secret@mail.example/INBOX')

test('one of the two alone, and a mailbox that is no maildir, stop the start; what may be a password is not repeated', () => {
  expect(() => readSettings({ MAILBOX_URL: URL })).toThrow('MAILBOX_URL is set, but MAILBOX_FILINGS is not.')
  expect(() => readSettings({ MAILBOX_FILINGS: 'x' })).toThrow(
    'MAILBOX_FILINGS is set, but MAILBOX_URL is not.',
  )
  expect(wrong).toThrow(/^MAILBOX_URL must be a folder/)
  expect(wrong).not.toThrow('secret')
})
