import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mapBreaches, readRows, readRuleIds, securityBreaches, titlesOf } from './spec-map.ts'
import { withTests } from './test-columns.ts'
import { allTitles } from './test-titles.ts'

const CHECKOUT = join(import.meta.dirname, '../..')

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8')

describe('the map of the specification', () => {
  it('V14.2.4 leads from every line and every rule to a test that there is', () => {
    const rows = readRows(read('docs/spec-map.md'))
    const rules = readRuleIds(read('docs/rules.md'))
    expect(rows.length).toBeGreaterThan(300)
    expect(rules.length).toBeGreaterThan(100)
    expect(mapBreaches(rows, rules, allTitles(CHECKOUT))).toEqual([])
  })
})

describe('the map of security', () => {
  it('V14.2.4 leads from every fault, abuse and requirement to a test that carries its id, or says why not', () => {
    const rows = readRows(read('docs/security.md'))
    expect(rows.filter(({ id }) => /^[A-I]\d\d$/u.test(id))).toHaveLength(133)
    expect(rows.filter(({ id }) => id.startsWith('V'))).toHaveLength(232)
    expect(securityBreaches(rows, allTitles(CHECKOUT))).toEqual([])
  })

  const ITS_TITLES = new Map([['web/src/a.test.ts', ['Z99 says goodbye', 'A05 is quick']]])
  it.each([
    ['| A05 | Is quick | `web/src/a.test.ts` › A05 is quick |', []],
    [
      '| A05 | Is quick | `web/src/a.test.ts` › is quick |',
      ['A05 stands not in its test: `web/src/a.test.ts` › is quick'],
    ],
    ['| A05 | Is quick | Gap: nobody has looked |', ['A05 is carried by a test, but no row says so']],
    ['| A06 | Is slow | |', ['A06 has no test', 'A05 is carried by a test, but no row says so']],
  ])('sees what is wrong with %s', (table, breaches) => {
    expect(securityBreaches(readRows(table), ITS_TITLES)).toEqual(breaches)
  })
})

const row = (tests: string) => `| A05 | Is *quick* \\| sure | ${tests} |`

describe('the test column of the map of security', () => {
  const titles = new Map([
    ['server/src/b.test.ts', ['A05 V1.2.3 is quick | or not']],
    ['web/src/a.test.ts', ['waits', 'A05 is quick, A05 again']],
  ])

  it('holds every test that carries the id, in the order of the files', () => {
    expect(withTests(`# Map\n\n${row('`gone.test.ts` › A05 gone')}\n`, titles)).toBe(
      `# Map\n\n${row('`server/src/b.test.ts` › A05 V1.2.3 is quick \\| or not<br>`web/src/a.test.ts` › A05 is quick, A05 again')}\n`,
    )
  })

  it('is empty where no test carries the id, which the check of the map rejects', () => {
    const made = withTests('| A06 | Is slow | `web/src/a.test.ts` › A06 waits |', titles)
    expect(made).toBe('| A06 | Is slow |  |')
    expect(securityBreaches(readRows(made), titles)).toContain('A06 has no test')
  })

  it('leaves reasons, heads of tables and prose alone', () => {
    const page =
      '| id | fault | test |\n| --- | --- | --- |\n| A07 | Is late | Gap: nobody has looked |\nA05 | is | prose |'
    expect(withTests(page, titles)).toBe(page)
  })
})

describe('the check of the map', () => {
  const TITLES = new Map([['web/src/a.test.ts', ['says goodbye', 'waits for $time']]])
  const sound = '| S1 | Says goodbye | `web/src/a.test.ts` › goodbye<br>`web/src/a.test.ts` › for $time |'
  const breachesOf = (table: string, rules = '') => mapBreaches(readRows(table), readRuleIds(rules), TITLES)

  it('leaves a sound map alone', () => {
    expect(breachesOf(`| id | what | test |\n| --- | --- | --- |\n${sound}`)).toEqual([])
  })

  it.each([
    ['| S1 | Says goodbye | |', 'S1 has no test'],
    ['| S1 | | `web/src/a.test.ts` › goodbye |', 'a row lacks its id or its line: S1'],
    ['| S1 | Says goodbye | in a.test.ts |', 'S1 names no test: in a.test.ts'],
    [
      '| S1 | Says goodbye | `web/src/b.test.ts` › goodbye |',
      'S1 names a file that is no test of the checkout: web/src/b.test.ts',
    ],
    [
      '| S1 | Says goodbye | `web/src/a.test.ts` › hello |',
      'S1: no test of web/src/a.test.ts is called "hello"',
    ],
    [`${sound}\n${sound}`, 'S1 stands more than once'],
  ])('sees what is wrong with %s', (table, breach) => {
    expect(breachesOf(table)).toEqual([breach])
  })

  it('sees a rule without a row', () => {
    expect(breachesOf(sound, '- **R1.1** The portal says goodbye.')).toEqual(['R1.1 of the rules has no row'])
  })

  it('reads the titles of tests however they are written', () => {
    const code = `
      test('one', async () => {})
      it.each([[1], [2]])("it's two: %i", () => {})
      describe.each([
        'three',
      ])('of %s', () => {})
      meet(
        \`four of \${five}\`,
        async () => expect('six').toBe('six'),
      )`
    expect(titlesOf(code)).toEqual(['one', "it's two: %i", 'of %s', 'four of ${five}'])
  })
})
