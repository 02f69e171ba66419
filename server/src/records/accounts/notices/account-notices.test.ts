import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { tokenCalls } from '../../../testing/token-calls.ts'
import { accountNotices, accountNoticesTogether } from './account-notices.ts'

const ANN = 'ann@reeves.example'
/** An issuer of single sign-on manages this account, so it has no password. */
const SSO = 'sam@reeves.example'
/** A person with an API token. */
const TOM = 'tom@reeves.example'
const FIRST = new Date('2026-03-10T15:00:00Z')

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await portal.addPerson({ email: ANN })
  const { accountId } = await portal.addPerson({ email: SSO })
  const tom = await portal.addPerson({ email: TOM })
  await tokenCalls(portal).create(tom)
  await portal.pool.query('DELETE FROM credential WHERE account_id = $1', [accountId])
  await portal.pool.query(
    `INSERT INTO identity (account_id, issuer, subject, given_role, given_county_ids, created_at, last_used_at)
     VALUES ($1, 'https://issuer.example', 'sam', 'user', '{}', now(), now())`,
    [accountId],
  )
})
afterAll(() => portal.close())

const HOME = '192.0.2.1'
const ROLES = { before: 'user', after: 'staff' }
const SAME = { before: 'user', after: 'user' }
const counties = (before: string[], after: string[]) => ({ before, after })
const signInChange = (change: string, by: string | null, from: string | null) => ({ change, by, from })

/** Facts of e-mails. Several facts make one digest. */
const MAILS: readonly (readonly [kind: string, recipient: string, facts: readonly object[]])[] = [
  [
    'access-changed',
    ANN,
    [{ changedBy: 'boss@staff.example', role: ROLES, counties: counties(['Reeves'], ['Ward', 'Ector']) }],
  ],
  [
    'access-changed',
    ANN,
    [
      { changedBy: 'an administrator', role: ROLES, counties: counties(['Reeves'], []) },
      {
        changedBy: 'boss@staff.example',
        role: { before: 'staff', after: 'reader' },
        counties: counties([], ['Ward']),
      },
      {
        changedBy: 'boss@staff.example',
        role: { before: 'reader', after: 'user' },
        counties: counties(['Ward'], ['Ward', 'Pecos']),
      },
    ],
  ],
  [
    'access-changed',
    ANN,
    [
      { changedBy: 'a', role: SAME, counties: counties([], ['Ward']) },
      { changedBy: 'b', role: SAME, counties: counties(['Ward'], []) },
    ],
  ],
  ['new-sign-in', ANN, [{ cameFrom: HOME, browser: 'Firefox on Windows' }]],
  ['new-sign-in', SSO, [{ cameFrom: HOME, browser: null }]],
  [
    'new-sign-in',
    ANN,
    [
      { cameFrom: HOME, browser: 'Firefox on Windows' },
      { cameFrom: HOME, browser: null },
      { cameFrom: HOME, browser: null },
    ],
  ],
  [
    'new-sign-in',
    SSO,
    Array.from({ length: 25 }, (_, at) => ({ cameFrom: `192.0.2.${at}`, browser: 'Safari' })),
  ],
  ['password-set', ANN, [{ changedFrom: HOME }]],
  ['password-set', SSO, [{ changedFrom: HOME, isStillSignedIn: true }]],
  ['password-set', ANN, [{ changedFrom: HOME }, { changedFrom: HOME }, { changedFrom: '192.0.2.2' }]],
  ['password-set', ANN, [{ changedFrom: HOME, hadTokens: true }]],
  ...[
    'authenticator-added',
    'authenticator-removed',
    'recovery-codes-made',
    'recovery-code-used',
    'recovery-code-given',
    'passkey-added',
    'passkey-removed',
    'passkey-found-copied',
    'account-made',
    'sign-in-joined',
    'sign-in-removed',
  ].map((change) => ['sign-in-change', ANN, [signInChange(change, null, HOME)]] as const),
  [
    'sign-in-change',
    TOM,
    [{ ...signInChange('token-created', null, HOME), token: { label: 'Nightly import', ending: 'x7_Q' } }],
  ],
  ['sign-in-change', ANN, [signInChange('factors-reset', 'boss@staff.example', null)]],
  ['sign-in-change', SSO, [signInChange('passkey-added', 'the portal', null)]],
  [
    'sign-in-change',
    SSO,
    [signInChange('passkey-added', null, HOME), signInChange('factors-reset', 'boss@staff.example', null)],
  ],
  [
    'sign-in-change',
    ANN,
    [signInChange('factors-reset', 'the portal', null), signInChange('passkey-added', null, HOME)],
  ],
  ['throttled-sign-in', ANN, [{ cameFrom: HOME }]],
  ['throttled-sign-in', SSO, [{ cameFrom: HOME }]],
  ['throttled-sign-in', 'nobody@reeves.example', [{ cameFrom: HOME }]],
  ['wrong-codes', ANN, [{ cameFrom: HOME }]],
  ['wrong-codes', SSO, [{ cameFrom: HOME }]],
  ['password-set', TOM, [{ changedFrom: HOME, isStillSignedIn: true }]],
  ['new-sign-in', TOM, [{ cameFrom: HOME, browser: 'Firefox on Windows' }]],
  ['wrong-codes', TOM, [{ cameFrom: HOME }]],
]

/** Each e-mail as its kind, recipient, subject and text. */
async function written(): Promise<string> {
  const mails = MAILS.map(async ([kind, recipient, facts]) => {
    const waiting = facts.map((each, at) => ({
      recipient,
      facts: each,
      askedAt: new Date(FIRST.getTime() + at * 60_000),
    }))
    const [first] = waiting
    const mail =
      first && waiting.length === 1
        ? await accountNotices[kind]?.(portal.world, first)
        : await accountNoticesTogether[kind]?.(portal.world, waiting)
    return `${kind} to ${recipient}, ${facts.length}\n\n${mail ? `${mail.subject}\n\n${mail.text}` : 'none\n'}`
  })
  return (await Promise.all(mails)).join(`${'='.repeat(20)}\n`)
}

test('every notice says what happened and how to respond', async () => {
  const expected = await readFile(new URL('account-notices.expected.txt', import.meta.url), 'utf8')
  expect(await written()).toBe(expected)
})
