import { confirmReset } from '@portal/contract/sign-in/registration.ts'
import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from '@portal/contract/sign-in/password-errors.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import { DEMO_PASSWORD } from '../../demo/sample-people.ts'
import { accountCommands } from './accounts.commands.ts'
import { addAccount, addSampleAccount } from './accounts.usecases.ts'

const PASSWORD = 'copper ledger 1926'
let portal: TestPortal
let countyId: number
/** An address of the test's own. The test adds the account. */
let email: string
beforeAll(async () => {
  portal = await testPortal()
  countyId = (await portal.addCounty('Reeves')).CountyID
})
beforeEach(() => {
  email = uniqueAddress('ann')
})
afterAll(() => portal.close())

const run = (words: readonly string[], input = PASSWORD) =>
  runCommand(portal.world, accountCommands, { words, input })
const add = (...words: string[]) => run(['user', 'add', ...words, '--password-stdin'])
const set = (...words: string[]) => run(['user', 'set', ...words])
const countAccounts = async () => (await portal.pool.query('SELECT 1 FROM account')).rowCount
const countTokens = async () => (await portal.pool.query('SELECT FROM token')).rowCount
const idOf = async (address: string) =>
  (await portal.pool.query<{ id: number }>('SELECT id FROM account WHERE email = $1', [address])).rows[0]?.id

test('R1.21 user add returns the new record, and the account signs in', async () => {
  const { json, printed } = await add('--email', ` ${email.toUpperCase()}`, '--county', 'Reeves')
  const userID = await idOf(email)
  expect(json).toEqual({
    userID,
    email,
    role: 'user',
    isAdmin: false,
    countyID: countyId,
  })
  expect(printed).toEqual([`Added user ${email} (${userID}).`])
  await expect(portal.signIn(email, PASSWORD)).resolves.toContain('portal_session=')
})

test('an administrator may have a county or none, and a person neither role nor county', async () => {
  expect((await add('--email', email, '--admin')).json).toMatchObject({
    isAdmin: true,
    countyID: null,
  })
  expect(
    (await add('--email', uniqueAddress('bob'), '--admin', '--county', String(countyId))).json,
  ).toMatchObject({
    isAdmin: true,
    countyID: countyId,
  })
  expect((await add('--email', uniqueAddress('carl'))).json).toMatchObject({ isAdmin: false, countyID: null })
})

test('V6.2.8 the password stays as it is: no trimming, no cutting', async () => {
  const password = `  ${'long and quiet '.repeat(8)}`
  await run(['user', 'add', '--email', email, '--password-stdin'], password)
  await expect(portal.signIn(email, password)).resolves.toContain('=')
  await expect(portal.signIn(email, password.trim())).rejects.toThrow('401')
})

test.each(['\uFEFFlong and quiet words', 'long and quiet words\r\n', 'long and quiet words\n'])(
  'R1.66 of standard input %j the mark and the line end are not part of the password',
  async (input) => {
    await run(['user', 'add', '--email', email, '--password-stdin'], input)
    await expect(portal.signIn(email, 'long and quiet words')).resolves.toContain('=')
  },
)

test('R1.22 V6.4.6 without --password-stdin it prints a link that sets the password once', async () => {
  const { json, printed } = await run(['user', 'add', '--email', email.toUpperCase(), '--county', 'Reeves'])
  const { link } = json as { link: string }
  const userID = await idOf(email)
  expect(json).toEqual({
    userID,
    email,
    role: 'user',
    isAdmin: false,
    countyID: countyId,
    link,
  })
  expect(printed).toEqual([`Added user ${email} (${userID}).`, `Set the password within 72 hours: ${link}`])
  const { origin, pathname, searchParams } = new URL(link)
  expect(origin + pathname).toBe('http://localhost:3000/reset-password')
  expect(searchParams.get('email')).toBe(email)
  await expect(portal.signIn(email, PASSWORD)).rejects.toThrow('401')
  const answer = await portal.call(ANONYMOUS_PERSON, confirmReset, {
    payload: {
      email: searchParams.get('email'),
      token: searchParams.get('token'),
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    },
  })
  expect(answer.statusCode).toBe(200)
  await expect(portal.signIn(email, PASSWORD)).resolves.toContain('portal_session=')
})

test('a link for an address with an account is refused, and leaves no token', async () => {
  await add('--email', email)
  const before = await countTokens()
  await expect(run(['user', 'add', '--email', email])).rejects.toThrow(
    `There is already an account for ${email}.`,
  )
  expect(await countTokens()).toBe(before)
})

test.each([
  [['--county', 'Reeves'], PASSWORD, 'Please give --email.'],
  [['--email', 'a@b@c.example'], PASSWORD, 'This is not a valid e-mail address.'],
  [['--email', 'a@x.example\r\nBcc: b@x.example'], PASSWORD, 'This is not a valid e-mail address.'],
  [
    ['--email', 'a@x.example', '--county', 'Ward'],
    PASSWORD,
    "There is no county 'Ward'. 'county list' shows them.",
  ],
  [['--email', 'a@x.example'], '', TOO_SHORT.sentence],
  [['--email', 'a@x.example'], 'seven 7', TOO_SHORT.sentence],
  [['--email', 'a@x.example'], 'quiet'.repeat(26), TOO_LONG.sentence],
  [['--email', 'a@x.example'], 'Password123!', TOO_COMMON.sentence],
  [['--email', 'a@x.example'], 'blink182', TOO_COMMON.sentence],
  [
    ['--email', 'a@x.example'],
    'long and quiet words\nfor the clerk\n',
    'Standard input has more than one line. Send the password alone, on one line.',
  ],
  [
    ['--email', 'a@x.example'],
    'long and quiet words\n\n',
    'Standard input has more than one line. Send the password alone, on one line.',
  ],
  [['--email', 'a@x.example', '--county', 'Reeves'], 'reeves county 1926', TOO_COMMON.sentence],
])(
  'R1.66 R2.48 user add %j with %j is refused in one line and adds nothing',
  async (words, input, message) => {
    const before = await countAccounts()
    await expect(run(['user', 'add', ...words, '--password-stdin'], input)).rejects.toThrow(message)
    expect(await countAccounts()).toBe(before)
  },
)

test('the demo opens under any company name, even if its password is then easy to guess', async () => {
  const settings = {
    ...portal.world.settings,
    company: { ...portal.world.settings.company, name: 'Demo Portal' },
  }
  const acting = { ...portal.world, settings, actor: COMMAND_LINE }
  const account = {
    email,
    role: 'administrator',
    countyIds: [],
    password: DEMO_PASSWORD,
  } as const
  await expect(addAccount(acting, account)).rejects.toThrow(TOO_COMMON.sentence)
  await expect(addSampleAccount(acting, account)).resolves.toMatchObject({ email })
})

test('an address has one account, also after two simultaneous additions', async () => {
  const before = (await countAccounts()) ?? 0
  const twice = await Promise.allSettled([1, 2].map(() => add('--email', email)))
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = add('--email', email.toUpperCase())
  await expect(again).rejects.toThrow(`There is already an account for ${email}.`)
  expect(await countAccounts()).toBe(before + 1)
})

test('adding an account ends the pending registrations of its address', async () => {
  await portal.pool.query(
    `INSERT INTO registration (email, password_hash, requested_at, requested_from)
     VALUES ($1, $2, now(), '192.0.2.1')`,
    [email, await portal.world.passwordHasher.hash('what somebody else chose')],
  )
  await add('--email', email)
  await expect(portal.signIn(email, 'what somebody else chose')).rejects.toThrow('401')
  const { rows } = await portal.pool.query(
    'SELECT 1 FROM registration WHERE ended_at IS NULL AND email = $1',
    [email],
  )
  expect(rows).toHaveLength(0)
})

test('R1.23 user set changes role, county and access, each alone, and ends the sessions', async () => {
  const ann = await portal.addPerson({ email, countyId })
  const state = {
    userID: ann.accountId,
    email: ann.email,
    role: 'user',
    isAdmin: false,
    countyID: countyId,
    countyName: 'Reeves',
    counties: [{ CountyID: countyId, Name: 'Reeves' }],
  }
  const words = ['--email', `A${email.slice(1)}`]
  const administrator = { role: 'administrator', isAdmin: true }
  expect((await set(...words, '--admin')).json).toEqual({ ...state, ...administrator, isDisabled: false })
  expect((await portal.call(ann, getSession)).statusCode).toBe(401)
  expect((await set(...words, '--no-admin')).json).toEqual({ ...state, isDisabled: false })
  const none = { countyID: null, countyName: null, counties: [] }
  expect((await set(...words, '--no-county')).json).toEqual({ ...state, ...none, isDisabled: false })
  expect((await set(...words, '--county', 'Reeves', '--disable')).json).toEqual({
    ...state,
    isDisabled: true,
  })
  await expect(portal.signIn(ann.email, ann.password)).rejects.toThrow('401')
  expect((await set(...words, '--enable')).json).toEqual({ ...state, isDisabled: false })
  await expect(portal.signIn(ann.email, ann.password)).resolves.toContain('=')
})

test.each([
  [[], 'Please say what to change, such as --role, --county or --disable.'],
  [['--admin', '--no-admin'], 'Please give --admin or --no-admin, not both.'],
  [['--county', 'Reeves', '--no-county'], 'Please give --county or --no-county, not both.'],
  [['--role', 'reader', '--admin'], 'Please give --role, or --admin or --no-admin, not both.'],
  [['--role', 'boss'], "There is no role 'boss'. These are: user, manager, staff, administrator, reader."],
  [['--enable', '--disable'], 'Please give --disable or --enable, not both.'],
  [['--county', 'Ward'], "There is no county 'Ward'. 'county list' shows them."],
])('user set %j is refused in one line and changes nothing', async (words, message) => {
  const ann = await portal.addPerson({ email, countyId })
  await expect(set('--email', ann.email, ...words)).rejects.toThrow(message)
  expect((await portal.call(ann, getSession)).statusCode).toBe(200)
})

test('user set sets a role and all counties of a person, who keeps the selected one', async () => {
  const winkler = (await portal.addCounty('Winkler')).CountyID
  const ann = await portal.addPerson({ email, countyId })
  const { json, printed } = await set(
    '--email',
    ann.email,
    '--role',
    'staff',
    '--county',
    'Winkler',
    '--county',
    'Reeves',
  )
  const counties = [
    { CountyID: countyId, Name: 'Reeves' },
    { CountyID: winkler, Name: 'Winkler' },
  ]
  expect(json).toMatchObject({ role: 'staff', isAdmin: false, countyID: countyId, counties })
  expect(printed).toEqual([
    `Changed ${ann.accountId}  ${email}  firm staff  Reeves (${countyId}), Winkler (${winkler})`,
  ])
  const moved = await set('--email', ann.email, '--county', 'Winkler')
  expect(moved.json).toMatchObject({ role: 'staff', countyID: winkler, counties: counties.slice(1) })
})

test('user set of an address without an account says so', async () => {
  const nobody = set('--email', 'nobody@reeves.example', '--admin')
  await expect(nobody).rejects.toThrow('There is no account for nobody@reeves.example.')
})

test('R1.24 V15.3.1 user list shows everyone by address, and no password', async () => {
  const own = await testPortal()
  await own.addCounty('Reeves')
  await own.addPerson({ email: 'bob@staff.example', isAdmin: true })
  await own.addPerson({ email: 'ann@reeves.example', countyId: 1 })
  await runCommand(own.world, accountCommands, {
    words: ['user', 'set', '--email', 'ann@reeves.example', '--disable'],
  })
  const { json, printed } = await runCommand(own.world, accountCommands, { words: ['user', 'list'] })
  await own.close()
  expect(json).toEqual({
    users: [
      {
        userID: 2,
        email: 'ann@reeves.example',
        role: 'user',
        isAdmin: false,
        countyID: 1,
        countyName: 'Reeves',
        counties: [{ CountyID: 1, Name: 'Reeves' }],
        isDisabled: true,
      },
      {
        userID: 1,
        email: 'bob@staff.example',
        role: 'administrator',
        isAdmin: true,
        countyID: null,
        countyName: null,
        counties: [],
        isDisabled: false,
      },
    ],
  })
  expect(printed).toEqual([
    '2  ann@reeves.example  user  Reeves (1)  disabled',
    '1  bob@staff.example  administrator  no county',
  ])
})

test('R5.45 each change leaves one audit record with before and after, and no password', async () => {
  await add('--email', email, '--county', 'Reeves')
  await set('--email', email, '--admin')
  const userID = await idOf(email)
  const { rows } = await portal.pool.query(
    `SELECT who, what, came_from, county_id, before, after FROM ${AUDIT_AS_TOLD}
     WHERE what LIKE 'account%' AND after ->> 'userID' = $1 ORDER BY id`,
    [String(userID)],
  )
  const command = { who: 'command line', came_from: 'command line', county_id: countyId }
  const ann = {
    userID,
    email,
    role: 'user',
    isAdmin: false,
    countyID: countyId,
    countyIDs: [countyId],
  }
  expect(rows).toEqual([
    { ...command, what: 'account added', before: null, after: ann },
    {
      ...command,
      what: 'account changed',
      before: { ...ann, isDisabled: false },
      after: { ...ann, role: 'administrator', isAdmin: true, isDisabled: false },
    },
  ])
})
