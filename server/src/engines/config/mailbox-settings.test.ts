import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MAIL_FOLDERS } from '../mailbox/mailbox.ts'
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
    password: '',
    trusted: ['mx.firm.example'],
    waitingBytes: 2000 * 1_048_576,
    filings: [{ address: 'loving@filings.example', description: '', ...FILING }],
  })
  expect(readSettings({}).mailbox).toBeNull()
})

test.each([
  ['a file that is no JSON', '{', 'it is not valid JSON at line 1, column 2'],
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

function readImap(url: string, password: string | null = 'a quiet word\n') {
  const [filings, secret] = [join(folder, 'filings.json'), join(folder, 'secret')]
  writeFileSync(filings, JSON.stringify({ 'a@b.example': FILING }))
  if (password !== null) writeFileSync(secret, password)
  return readSettings({
    MAILBOX_URL: url,
    MAILBOX_FILINGS: filings,
    ...(password !== null && { MAILBOX_PASSWORD_FILE: secret }),
  }).mailbox
}

test('R11.8 an IMAP mailbox is read, its password from its own file', () => {
  expect(readImap('imaps://filings%40firm.example@Mail.firm.example/INBOX')).toMatchObject({
    from: {
      kind: 'imap',
      host: 'mail.firm.example',
      port: 993,
      user: 'filings@firm.example',
      folder: 'INBOX',
      isSecure: true,
    },
    password: 'a quiet word',
  })
  expect(readImap('imap://filings@127.0.0.1:1143')?.from).toMatchObject({
    port: 1143,
    folder: 'INBOX',
    isSecure: false,
  })
})

test.each([
  ['a password in the address', 'imaps://me:secret@mail.example/INBOX'],
  ['no user', 'imaps://mail.example/INBOX'],
  ['a server elsewhere without TLS', 'imap://me@mail.example/INBOX'],
  ['another way of fetching mail', 'pop3://me@mail.example'],
])('R11.8 %s stops the start, without repeating a password', (_what, url) => {
  expect(() => readImap(url)).toThrow(
    /^MAILBOX_URL must be a folder of mail such as \S+, or a mailbox such as \S+\. The password belongs into MAILBOX_PASSWORD_FILE\. imap:\/\/ is for this machine alone\.$/,
  )
  expect(() => readImap(url)).not.toThrow('secret')
})

test('an IMAP mailbox without a password, or with an empty one, stops the start', () => {
  const url = 'imaps://me@mail.example/INBOX'
  expect(() => readImap(url, null)).toThrow('MAILBOX_PASSWORD_FILE is not set')
  expect(() => readImap(url, ' \n')).toThrow(
    /^MAILBOX_PASSWORD_FILE names .*secret: it cannot be read, or is empty/,
  )
})

test.each(Object.values(MAIL_FOLDERS))('the folder %s, into which mail is moved, is not read', (name) => {
  const problem = `${name}, into which the portal moves what it has read.`
  expect(() => readImap(`imaps://me@mail.example/${name}`)).toThrow(problem)
  expect(() => read({ 'a@b.example': FILING }, `maildir:///srv/filings/.${name}`)).toThrow(problem)
  expect(() => readImap(`imaps://me@mail.example/Filings%20${name}`)).not.toThrow()
})

test.each([
  ['the same folder', '/srv/filings'],
  ['a folder around it', '/srv/'],
  ['a folder within', '/srv/filings/new'],
])('a drop folder that is %s as the mailbox stops the start', (_what, drop) => {
  const file = join(folder, 'filings.json')
  writeFileSync(file, JSON.stringify({ 'a@b.example': FILING }))
  const both = { MAILBOX_URL: 'maildir:///srv/filings', MAILBOX_FILINGS: file }
  expect(() => readSettings({ ...both, DROP_FOLDER: drop })).toThrow(
    /^MAILBOX_URL names \/srv\/filings, and DROP_FOLDER \/srv.*: one lies in the other/,
  )
  expect(readSettings({ ...both, DROP_FOLDER: '/srv/filings-by-scanner' }).dropFolder).not.toBeNull()
})

test('R11.12 only one of the two stops the start', () => {
  expect(() => readSettings({ MAILBOX_URL: URL })).toThrow('MAILBOX_URL is set, but MAILBOX_FILINGS is not.')
  expect(() => readSettings({ MAILBOX_FILINGS: 'x' })).toThrow(
    'MAILBOX_FILINGS is set, but MAILBOX_URL is not.',
  )
})

test.each([
  ['MAILBOX_PASSWORD_FILE', '/etc/portal/mailbox'],
  ['MAILBOX_WAITING_MB', '500'],
])('R11.12 %s without a mailbox stops the start', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    `${name} is set, but MAILBOX_URL is not, so no mailbox is read. Set MAILBOX_URL and MAILBOX_FILINGS too, or unset ${name}.`,
  )
})

test('R11.12 a password for a folder stops the start', () => {
  expect(() => readImap(URL)).toThrow(
    'MAILBOX_PASSWORD_FILE is set, but MAILBOX_URL names a folder, which has no password. Unset MAILBOX_PASSWORD_FILE.',
  )
})
