import { confirmReset } from '@portal/contract/accounts.ts'
import { getSession } from '@portal/contract/auth.ts'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from '@portal/contract/password-errors.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { NOBODY, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import { DEMO_PASSWORD } from '../../demo/sample-people.ts'
import { accountCommands } from './accounts.commands.ts'
import { addAccount, addSampleAccount } from './accounts.usecases.ts'

const PASSWORD = 'copper ledger 1926'
let portal: TestPortal
let countyId: number
beforeEach(async () => {
  portal = await testPortal()
  countyId = (await portal.addCounty('Reeves')).CountyID
})
afterEach(() => portal.close())

const run = (words: readonly string[], input = PASSWORD) =>
  runCommand(portal.world, accountCommands, { words, input })
const add = (...words: string[]) => run(['user', 'add', ...words, '--password-stdin'])
const set = (...words: string[]) => run(['user', 'set', ...words])
const countAccounts = async () => (await portal.pool.query('SELECT 1 FROM account')).rowCount

test('user add answers the new record, and the account signs in', async () => {
  const { json, printed } = await add('--email', ' Ann@Reeves.Example', '--county', 'Reeves')
  expect(json).toEqual({
    userID: 1,
    email: 'ann@reeves.example',
    role: 'user',
    isAdmin: false,
    countyID: countyId,
  })
  expect(printed).toEqual(['Added user ann@reeves.example (1).'])
  await expect(portal.signIn('ann@reeves.example', PASSWORD)).resolves.toContain('portal_session=')
})

test('an administrator may have a county or none, and a person neither role nor county', async () => {
  expect((await add('--email', 'a@staff.example', '--admin')).json).toMatchObject({
    isAdmin: true,
    countyID: null,
  })
  expect(
    (await add('--email', 'b@staff.example', '--admin', '--county', String(countyId))).json,
  ).toMatchObject({
    isAdmin: true,
    countyID: countyId,
  })
  expect((await add('--email', 'c@staff.example')).json).toMatchObject({ isAdmin: false, countyID: null })
})

test('V6.2.8 the password is taken as it is: no trimming, no cutting', async () => {
  const password = `  ${'long and quiet '.repeat(8)}`
  await run(['user', 'add', '--email', 'a@staff.example', '--password-stdin'], password)
  await expect(portal.signIn('a@staff.example', password)).resolves.toContain('=')
  await expect(portal.signIn('a@staff.example', password.trim())).rejects.toThrow('401')
})

test('V6.4.6 without --password-stdin it prints a link that sets the password once', async () => {
  const { json, printed } = await run(['user', 'add', '--email', 'Ann@Reeves.Example', '--county', 'Reeves'])
  const { link } = json as { link: string }
  expect(json).toEqual({
    userID: 1,
    email: 'ann@reeves.example',
    role: 'user',
    isAdmin: false,
    countyID: countyId,
    link,
  })
  expect(printed).toEqual(['Added user ann@reeves.example (1).', `Set the password within 72 hours: ${link}`])
  const { origin, pathname, searchParams } = new URL(link)
  expect(origin + pathname).toBe('http://localhost:3000/reset-password')
  expect(searchParams.get('email')).toBe('ann@reeves.example')
  await expect(portal.signIn('ann@reeves.example', PASSWORD)).rejects.toThrow('401')
  const answer = await portal.call(NOBODY, confirmReset, {
    payload: {
      email: searchParams.get('email'),
      token: searchParams.get('token'),
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    },
  })
  expect(answer.statusCode).toBe(200)
  await expect(portal.signIn('ann@reeves.example', PASSWORD)).resolves.toContain('portal_session=')
})

test('a link for an address that has an account is refused, and no token is left', async () => {
  await add('--email', 'ann@reeves.example')
  await expect(run(['user', 'add', '--email', 'ann@reeves.example'])).rejects.toThrow(
    'There is already an account for ann@reeves.example.',
  )
  expect((await portal.pool.query('SELECT FROM token')).rowCount).toBe(0)
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
  [['--email', 'a@x.example', '--county', 'Reeves'], 'reeves county 1926', TOO_COMMON.sentence],
])('user add %j with %j is refused in one line and adds nothing', async (words, input, message) => {
  await expect(run(['user', 'add', ...words, '--password-stdin'], input)).rejects.toThrow(message)
  expect(await countAccounts()).toBe(0)
})

test('the demo opens under any name of a company, though its password be easy to guess then', async () => {
  const settings = {
    ...portal.world.settings,
    company: { ...portal.world.settings.company, name: 'Demo Portal' },
  }
  const acting = { ...portal.world, settings, actor: COMMAND_LINE }
  const account = {
    email: 'admin@staff.example',
    role: 'administrator',
    countyIds: [],
    password: DEMO_PASSWORD,
  } as const
  await expect(addAccount(acting, account)).rejects.toThrow(TOO_COMMON.sentence)
  await expect(addSampleAccount(acting, account)).resolves.toMatchObject({ email: 'admin@staff.example' })
})

test('an address has one account, also when two are added at once', async () => {
  const twice = await Promise.allSettled([1, 2].map(() => add('--email', 'ann@reeves.example')))
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = add('--email', 'ANN@reeves.example')
  await expect(again).rejects.toThrow('There is already an account for ann@reeves.example.')
  expect(await countAccounts()).toBe(1)
})

test('adding an account ends the registrations that wait for its address', async () => {
  await portal.pool.query(
    `INSERT INTO registration (email, password_hash, requested_at, requested_from)
     VALUES ('ann@reeves.example', $1, now(), '192.0.2.1')`,
    [await portal.world.passwordHasher.hash('what somebody else chose')],
  )
  await add('--email', 'ann@reeves.example')
  await expect(portal.signIn('ann@reeves.example', 'what somebody else chose')).rejects.toThrow('401')
  const { rows } = await portal.pool.query('SELECT 1 FROM registration WHERE ended_at IS NULL')
  expect(rows).toHaveLength(0)
})

test('user set changes role, county and access, each alone, and ends the sessions', async () => {
  const ann = await portal.addPerson({ email: 'ann@reeves.example', countyId })
  const state = {
    userID: ann.accountId,
    email: ann.email,
    role: 'user',
    isAdmin: false,
    countyID: countyId,
    countyName: 'Reeves',
    counties: [{ CountyID: countyId, Name: 'Reeves' }],
  }
  const email = ['--email', 'Ann@reeves.example']
  const administrator = { role: 'administrator', isAdmin: true }
  expect((await set(...email, '--admin')).json).toEqual({ ...state, ...administrator, isDisabled: false })
  expect((await portal.call(ann, getSession)).statusCode).toBe(401)
  expect((await set(...email, '--no-admin')).json).toEqual({ ...state, isDisabled: false })
  const none = { countyID: null, countyName: null, counties: [] }
  expect((await set(...email, '--no-county')).json).toEqual({ ...state, ...none, isDisabled: false })
  expect((await set(...email, '--county', 'Reeves', '--disable')).json).toEqual({
    ...state,
    isDisabled: true,
  })
  await expect(portal.signIn(ann.email, ann.password)).rejects.toThrow('401')
  expect((await set(...email, '--enable')).json).toEqual({ ...state, isDisabled: false })
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
  const ann = await portal.addPerson({ email: 'ann@reeves.example', countyId })
  await expect(set('--email', ann.email, ...words)).rejects.toThrow(message)
  expect((await portal.call(ann, getSession)).statusCode).toBe(200)
})

test('user set names a role and all counties of a person, of whom the chosen one stays chosen', async () => {
  const ward = (await portal.addCounty('Ward')).CountyID
  const ann = await portal.addPerson({ email: 'ann@reeves.example', countyId })
  const { json, printed } = await set(
    '--email',
    ann.email,
    '--role',
    'staff',
    '--county',
    'Ward',
    '--county',
    'Reeves',
  )
  const counties = [
    { CountyID: countyId, Name: 'Reeves' },
    { CountyID: ward, Name: 'Ward' },
  ]
  expect(json).toMatchObject({ role: 'staff', isAdmin: false, countyID: countyId, counties })
  expect(printed).toEqual([`Changed 1  ann@reeves.example  firm staff  Reeves (${countyId}), Ward (${ward})`])
  const moved = await set('--email', ann.email, '--county', 'Ward')
  expect(moved.json).toMatchObject({ role: 'staff', countyID: ward, counties: counties.slice(1) })
})

test('user set of an address without an account says so', async () => {
  const nobody = set('--email', 'nobody@reeves.example', '--admin')
  await expect(nobody).rejects.toThrow('There is no account for nobody@reeves.example.')
})

test('V15.3.1 user list shows everybody by address, and no password', async () => {
  await portal.addPerson({ email: 'bob@staff.example', isAdmin: true })
  await portal.addPerson({ email: 'ann@reeves.example', countyId })
  await set('--email', 'ann@reeves.example', '--disable')
  const { json, printed } = await run(['user', 'list'])
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

test('each change leaves one audit record with before and after, and no password', async () => {
  await add('--email', 'ann@reeves.example', '--county', 'Reeves')
  await set('--email', 'ann@reeves.example', '--admin')
  const { rows } = await portal.pool.query(
    `SELECT who, what, came_from, county_id, before, after FROM ${AUDIT_AS_TOLD} WHERE what LIKE 'account%' ORDER BY id`,
  )
  const command = { who: 'command line', came_from: 'command line', county_id: countyId }
  const ann = {
    userID: 1,
    email: 'ann@reeves.example',
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
