import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { runCommand } from '../../testing/run-command.ts'
import { tamper } from '../../testing/tamper.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { countyCommands } from './counties.commands.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
// Tests list all counties and identify them by their ids.
beforeEach(async () => {
  await portal.pool.query(
    `DELETE FROM county_email_domain; DELETE FROM county_email_address; DELETE FROM county;
     ALTER TABLE county ALTER COLUMN id RESTART`,
  )
  await tamper(portal.pool, 'DELETE FROM audit_record; DELETE FROM audit_chain')
})
afterAll(() => portal.close())

const run = (...words: string[]) => runCommand(portal.world, countyCommands, { words })

test('R1.18 county add returns the new record', async () => {
  const { json, printed } = await run('county', 'add', '--name', ' Reeves ')
  expect(json).toEqual({ CountyID: 1, Name: 'Reeves', emailDomains: [], emailAddresses: [] })
  expect(printed).toEqual(['Added county 1  Reeves  –  nobody may register'])
})

test('R1.18 a county has a number and many registrants, each once, in lower case', async () => {
  const words = '--number 195 --email-domain Reeves.Example --email-domain @cad.reeves.example'.split(' ')
  const addresses = '--email-address Chief@Mail.Example --email-address chief@mail.example'.split(' ')
  const { json } = await run('county', 'add', '--name', 'Reeves', ...words, ...addresses)
  expect(json).toEqual({
    CountyID: 1,
    Name: 'Reeves',
    number: '195',
    emailDomains: ['cad.reeves.example', 'reeves.example'],
    emailAddresses: ['chief@mail.example'],
  })
})

test('R1.19 county set accepts an id or the exact name, adds, removes and renames, and keeps the rest', async () => {
  await run('county', 'add', '--name', 'Reeves', '--number', '195', '--email-domain', 'reeves.example')
  await run(
    'county',
    'set',
    '--county',
    'Reeves',
    '--email-domain',
    'cad.example',
    '--email-address',
    'a@mail.example',
  )
  const { json } = await run(
    'county',
    'set',
    '--county',
    '1',
    '--remove-email-domain',
    'reeves.example',
    '--name',
    'Reeves County',
  )
  expect(json).toEqual({
    CountyID: 1,
    Name: 'Reeves County',
    number: '195',
    emailDomains: ['cad.example'],
    emailAddresses: ['a@mail.example'],
  })
  await run(
    'county',
    'set',
    '--county',
    'Reeves County',
    '--remove-email-address',
    'A@mail.example',
    '--number',
    '196',
  )
  const { json: all } = await run('county', 'list')
  expect(all).toEqual({
    counties: [
      {
        CountyID: 1,
        Name: 'Reeves County',
        number: '196',
        emailDomains: ['cad.example'],
        emailAddresses: [],
      },
    ],
  })
})

test('R1.20 county list is in the order of names', async () => {
  for (const name of ['Ward', 'Álamo', 'ector', 'Crane']) await run('county', 'add', '--name', name)
  const { json, printed } = await run('county', 'list')
  expect(json).toMatchObject({
    counties: [{ Name: 'Álamo' }, { Name: 'Crane' }, { Name: 'ector' }, { Name: 'Ward' }],
  })
  expect(printed).toHaveLength(4)
})

test.each([
  [[], 'Please give --name.'],
  [['--name', '  '], 'Please give --name.'],
  [['--name', '12'], "A county's name cannot be a number."],
  [['--name', 'Ree\nves'], "A county's name has 1 to 100 characters on one line."],
  [['--name', 'x'.repeat(101)], "A county's name has 1 to 100 characters on one line."],
  [['--name', 'Ree\0ves'], "A county's name has 1 to 100 characters on one line."],
  [['--name', 'Ree\u00advs'], "Use one line of plain text without invisible characters for a county's name."],
  [
    ['--name', '..'],
    "A county's name cannot begin with a dot or contain a slash: its folder may have that name.",
  ],
  [
    ['--name', 'A/B'],
    "A county's name cannot begin with a dot or contain a slash: its folder may have that name.",
  ],
  [['--name', 'Reeves'], 'There is already a county of this name.'],
  [['--name', 'REEVES'], 'There is already a county of this name.'],
  [['--name', 'Ward', '--number', '195'], 'Another county has this number already.'],
  [['--name', 'Ward', '--number', '95'], "A county's number has three digits, such as 101."],
  [['--name', 'Ward', '--number', '٣٣٣'], "A county's number has three digits, such as 101."],
  [['--name', 'Ward', '--email-domain', 'ward'], "'ward' is not an e-mail domain such as county.example."],
  [
    ['--name', 'Ward', '--email-domain', 'ward.example.'],
    "'ward.example.' is not an e-mail domain such as county.example.",
  ],
  [
    ['--name', 'Ward', '--email-domain', 'a@ward.example'],
    "'a@ward.example' is not an e-mail domain such as county.example.",
  ],
  [['--name', 'Ward', '--email-address', 'a@b@c.example'], "'a@b@c.example' is not an e-mail address."],
])('county add %j is refused in one line and adds nothing', async (words, message) => {
  await run('county', 'add', '--name', 'Reeves', '--number', '195')
  await expect(run('county', 'add', ...words)).rejects.toThrow(message)
  expect((await run('county', 'list')).json).toMatchObject({ counties: [{ Name: 'Reeves' }] })
  expect((await portal.pool.query('SELECT 1 FROM county')).rowCount).toBe(1)
})

test.each([
  [['--name', 'X'], 'Please give --county.'],
  [['--county', 'Reeves'], 'Please say what to change, such as --email-domain.'],
  [['--county', 'Reeves', '--number', ''], 'Please give --number.'],
  [['--county', 'reevs', '--name', 'X'], "There is no county 'reevs'. 'county list' shows them."],
  [['--county', '9', '--name', 'X'], "There is no county '9'. 'county list' shows them."],
  [['--county', '99999999999999999999', '--name', 'X'], "There is no county '99999999999999999999'."],
  [['--county', 'Reeves', '--name', 'Ward'], 'There is already a county of this name.'],
  [['--county', 'Reeves', '--remove-email-domain', 'x.example'], "The county does not have 'x.example'."],
])('county set %j is refused in one line', async (words, message) => {
  await run('county', 'add', '--name', 'Reeves')
  await run('county', 'add', '--name', 'Ward')
  await expect(run('county', 'set', ...words)).rejects.toThrow(message)
})

test('a name is the same in every spelling: composed or not, in any case', async () => {
  await run('county', 'add', '--name', 'Cañón')
  await expect(run('county', 'add', '--name', 'CAN\u0303O\u0301N')).rejects.toThrow(
    'There is already a county of this name.',
  )
  const { json } = await run('county', 'set', '--county', 'cañón', '--number', '043')
  expect(json).toMatchObject({ CountyID: 1, Name: 'Cañón', number: '043' })
})

test('R10.8 a name that differs only in the width of its spaces is the same name, and is stored with plain ones', async () => {
  await run('county', 'add', '--name', 'La Salle')
  for (const name of ['La\u00a0Salle', 'La \u2003 Salle', 'LA   SALLE'])
    await expect(run('county', 'add', '--name', name)).rejects.toThrow(
      'There is already a county of this name.',
    )
  await run('county', 'add', '--name', ' San\u2003\u00a0Jacinto ')
  const { json } = await run('county', 'list')
  expect(json).toMatchObject({ counties: [{ Name: 'La Salle' }, { Name: 'San Jacinto' }] })
})

test('R10.8 a county name has no invisible characters and is a valid folder name', async () => {
  await run('county', 'add', '--name', 'Reeves')
  for (const name of ['Reeves\u200d', '\u2060Reeves', '.working', '..', 'Reeves/x'])
    await expect(run('county', 'set', '--county', 'Reeves', '--name', name)).rejects.toThrow(/county's name/)
  expect((await run('county', 'list')).json).toMatchObject({ counties: [{ Name: 'Reeves' }] })
})

test('R10.4 a county is closed and opened again, each recorded once, and the list says which are closed', async () => {
  await run('county', 'add', '--name', 'Reeves')
  const closed = await run('county', 'close', '--county', 'reeves')
  expect(closed.json).toMatchObject({ CountyID: 1, closedAt: expect.any(String) })
  expect(closed.printed).toEqual(['Closed county 1  Reeves  –  nobody may register  closed'])
  await run('county', 'close', '--county', '1')
  expect((await run('county', 'list')).printed).toEqual(['1  Reeves  –  nobody may register  closed'])
  const opened = await run('county', 'open', '--county', '1')
  expect(opened.json).toEqual({ CountyID: 1, Name: 'Reeves', emailDomains: [], emailAddresses: [] })
  await expect(run('county', 'close', '--county', 'Ward')).rejects.toThrow("There is no county 'Ward'.")
  const { rows } = await portal.pool.query(`SELECT action FROM audit_record ORDER BY id`)
  expect(rows.map(({ action }) => action)).toEqual(['county.added', 'county.closed', 'county.opened'])
})

test('simultaneous additions lose nothing, and of two with one name one succeeds', async () => {
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => run('county', 'add', '--name', 'Reeves')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const domains = ['a.example', 'b.example', 'c.example', 'd.example']
  await Promise.all(
    domains.map((domain) => run('county', 'set', '--county', 'Reeves', '--email-domain', domain)),
  )
  expect((await run('county', 'list')).json).toMatchObject({ counties: [{ emailDomains: domains }] })
})

test('R5.45 each change leaves one audit record with before and after', async () => {
  await run('county', 'add', '--name', 'Reeves')
  await run('county', 'set', '--county', 'Reeves', '--name', 'Ward')
  const { rows } = await portal.pool.query(
    `SELECT who, what, came_from, county_id, before->>'Name' AS before, after->>'Name' AS after FROM ${AUDIT_AS_TOLD} ORDER BY id`,
  )
  const command = { who: 'command line', came_from: 'command line', county_id: 1 }
  expect(rows).toEqual([
    { ...command, what: 'county added', before: null, after: 'Reeves' },
    { ...command, what: 'county changed', before: 'Reeves', after: 'Ward' },
  ])
})
