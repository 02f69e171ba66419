import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mapBreaches, readRows, titlesOf } from './spec-map.ts'
import { mapOfRules, withTests } from './test-columns.ts'
import { caseNamesOf } from './test-cases.ts'
import { allTitles } from './test-titles.ts'

const CHECKOUT = join(import.meta.dirname, '../..')

const rowsOf = (path: string) => readRows(readFileSync(join(CHECKOUT, path), 'utf8'))

describe('the maps', () => {
  it('V14.2.4 lead from every line, rule, fault, abuse and requirement to tests with its id, or give the reason for none', () => {
    const rows = [...rowsOf('docs/spec-map.md'), ...rowsOf('docs/security.md')]
    const countOf = (id: RegExp) => rows.filter((row) => id.test(row.id)).length
    expect(countOf(/^S\d/u)).toBeGreaterThan(300)
    expect(countOf(/^R\d/u)).toBeGreaterThan(400)
    expect(countOf(/^[A-I]\d\d$/u)).toBe(133)
    expect(countOf(/^V\d/u)).toBe(232)
    expect(mapBreaches(rows, allTitles(CHECKOUT))).toEqual([])
  })

  const TITLES = new Map([['web/src/a.test.ts', ['Z99 says goodbye', 'A05 is quick', 'R1.2 S3.4 waits']]])
  const sound = ['A05', 'R1.2', 'S3.4']
    .map((id) => `| ${id} | Is quick | \`web/src/a.test.ts\` › is quick |`)
    .join('\n')

  it('are sound if each id has one row and each row a test', () => {
    expect(mapBreaches(readRows(`| id | what | test |\n| --- | --- | --- |\n${sound}`), TITLES)).toEqual([])
  })

  it.each([
    [`${sound}\n| R1.2 | Waits | it waits |`, 'two rows have the id R1.2'],
    [`${sound}\n| R1.3 | | it waits |`, 'R1.3 does not say what the product does'],
    [`${sound}\n| A06 | Is slow | |`, 'A06 has no test'],
    [sound.replace('S3.4', 'S3.5'), 'a test carries S3.4, but no map has a row for it'],
    [
      sound.replace(/^.*A05.*$/mu, '| A05 | Is quick | Gap: nobody has looked |'),
      'a test carries A05, but no map has a row for it',
    ],
  ])('show the fault in %s', (table, breach) => {
    expect(mapBreaches(readRows(table), TITLES)).toEqual([breach])
  })
})

const row = (tests: string) => `| A05 | Is *quick* \\| sure | ${tests} |`

describe('the test column of a map', () => {
  const titles = new Map([
    ['server/src/b.test.ts', ['A05 V1.2.3 is quick | or not']],
    ['web/src/a.test.ts', ['waits', 'A05 is quick, A05 again']],
  ])

  it('contains every test with the id, in the order of the files', () => {
    expect(withTests(`# Map\n\n${row('`gone.test.ts` › A05 gone')}\n`, titles)).toBe(
      `# Map\n\n${row('`server/src/b.test.ts` › A05 V1.2.3 is quick \\| or not<br>`web/src/a.test.ts` › A05 is quick, A05 again')}\n`,
    )
  })

  it('is empty if no test has the id, which the check of the map rejects', () => {
    const made = withTests('| A06 | Is slow | `web/src/a.test.ts` › A06 waits |', titles)
    expect(made).toBe('| A06 | Is slow |  |')
    expect(mapBreaches(readRows(made), titles)).toContain('A06 has no test')
  })

  it('keeps reasons, table headers and prose', () => {
    const page =
      '| id | fault | test |\n| --- | --- | --- |\n| A07 | Is late | Gap: nobody has looked |\nA05 | is | prose |'
    expect(withTests(page, titles)).toBe(page)
  })
})

describe('the map of the rules', () => {
  it('has a table for each chapter, with the sentences of each rule and its tests', () => {
    const page = `# Rules\n\nProse.\n\n## 1. Words\n\n- **R1.1** Says
  goodbye | or not.\n- **R1.2** Waits.\n\n## 2. Files\n\n- **R2.1** Is kept.\n`
    expect(mapOfRules(page, new Map([['a.test.ts', ['R1.1 R2.1 says and keeps']]]))).toBe(
      `### Rules 1. Words

| id | rule | test |
| --- | --- | --- |
| R1.1 | Says goodbye \\| or not. | \`a.test.ts\` › R1.1 R2.1 says and keeps |
| R1.2 | Waits. |  |

### Rules 2. Files

| id | rule | test |
| --- | --- | --- |
| R2.1 | Is kept. | \`a.test.ts\` › R1.1 R2.1 says and keeps |
`,
    )
  })
})

describe('titlesOf', () => {
  it('reads the titles of tests in every notation', () => {
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

describe('caseNamesOf', () => {
  it('reads the names with an id from tables of cases, and no other cell', () => {
    const code = `
      it.each([
        ['E07 a first cell', 'E08 a second cell'],
        ['a name', 'E09'],
      ])('is refused: %s', () => {})
      describe.each([{ what: 'V1.2.3 a property', code: 'EIO' }, { what: 'none' }] as const)('$what', () => {})
      test.each(['A01 a name alone', 'plain'])('%s', () => {})
      const rows = [['A02 no table']]`
    expect(caseNamesOf(code)).toEqual(['E07 a first cell', 'V1.2.3 a property', 'A01 a name alone'])
  })
})
