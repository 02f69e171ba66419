import { describe, expect, it } from 'vitest'
import { codeOf, readImports } from './architecture.imports.ts'
import { RULES } from './architecture.rules.ts'
import { sourcesOfCheckout, toSources } from './architecture.sources.ts'

/** For every rule, files that break it: a rule that does not see them would be green about anything. */
const PLANTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a floor imports only the floors it stands on': {
    'server/src/files/a.usecases.ts': "import { Page } from '@portal/web/src/ui/page.tsx'",
    'web/src/features/files/a.ts': "import type { World } from '@portal/server/src/world.ts'",
    'contract/src/a.ts': "export { world } from '@portal/server/src/world.ts'",
  },
  'another floor is imported by its name': {
    'server/src/files/a.usecases.ts': "import type { Upload } from '../../../contract/src/files.ts'",
    'server/src/files/b.usecases.ts': "import { buildWeb } from '../../../web/build.ts'",
  },
  'the contract needs nothing but zod': {
    'contract/src/a.ts': "import { readFileSync } from 'node:fs'",
    'contract/src/b.ts': "import { Kysely } from 'kysely'",
  },
  'a room of the server imports itself and what is shared': {
    'server/src/files/a.usecases.ts': "import { editDocument } from '../edit/edit.usecases.ts'",
    'server/src/files/list/b.usecases.ts': "import type { Edit } from '../../edit/edit.models.ts'",
    'server/src/audit/c.ts': "import { listDocuments } from '../files/files.usecases.ts'",
    'server/src/files/d.usecases.ts': "import { buildApp } from '../app.ts'",
    'server/src/files/e.usecases.ts': "import { openWorld } from '../world.ts'",
    'server/src/nowhere/f.ts': "import { record } from '../audit/record.ts'",
    'server/src/files/g.ts': "const { runJobs } = await import('../jobs/run-jobs.ts')",
  },
  'features of the web floor meet only in app': {
    'web/src/features/files/a.tsx': "import { EditDialog } from '../edit/edit-dialog.tsx'",
    'web/src/features/files/b.tsx': "import { router } from '../../app/router.tsx'",
    'web/src/ui/c.tsx': "import { FilesTable } from '../features/files/files-table.tsx'",
    'web/src/lib/d.ts': "import { Notice } from '../ui/notice.tsx'",
  },
  'routes leave the database alone': {
    'server/src/files/a.routes.ts': "import { listPage } from './files.repository.ts'",
    'server/src/files/b.routes.ts': "import type { Kysely } from 'kysely'",
    'server/src/files/c.routes.ts': "import type { DB } from '../database/generated/db.d.ts'",
  },
  'policies and models are pure': {
    'server/src/files/a.policy.ts': "import { findDocument } from './files.repository.ts'",
    'server/src/files/b.models.ts': "import { sql } from 'kysely'",
  },
  'SQL stands in repositories': {
    'server/src/files/a.usecases.ts': "import { sql } from 'kysely'",
    'server/src/audit/b.ts': "import pg from 'pg'",
  },
  'nothing but tests imports test code': {
    'server/src/files/a.usecases.ts': "import { testDatabase } from '../testing/database.ts'",
    'server/src/demo/b.ts': "import { documents } from '../files/documents.test-data.ts'",
  },
  'only the settings read the environment': {
    'server/src/files/a.ts': 'const folder = process.env.DATA_DIR',
    'server/src/files/b.ts': "const folder = process?.env['DATA_DIR']",
    'web/src/lib/c.ts': 'const text = `${process.env.COMPANY_NAME}`',
  },
  'only the clock knows the time': {
    'server/src/files/a.ts': 'const now = new Date()',
    'server/src/files/b.ts': 'const late = Date.now() + 5',
    'web/src/features/files/c.ts': 'const now = new Date( )',
    'web/src/features/files/d.ts': 'const now = new Date',
  },
}

/** Files that break no rule, written to look like breaches. */
const SOUND = {
  'contract/src/limits.ts': 'export const LIMIT = 1',
  'contract/src/files.ts': "import { z } from 'zod'\nimport { LIMIT } from './limits.ts'",
  'server/src/start-server.ts':
    "import { buildWeb } from '../../web/build.ts'\nimport { openDemo } from './demo/demo.ts'",
  'server/src/files/files.routes.ts':
    "import { listFiles } from '@portal/contract/files.ts'\nimport { list } from './files.usecases.ts'",
  'server/src/files/files.models.ts': "import type { DB } from '../database/generated/db.d.ts'",
  'server/src/files/list/page.usecases.ts':
    "import type { World } from '../../world.ts'\nimport { record } from '../../audit/record.ts'",
  'server/src/files/files.repository.ts': "import { sql, type Kysely } from 'kysely'",
  'server/src/files/files.test.ts':
    "import { editDocument } from '../edit/edit.usecases.ts'\nconst now = new Date()",
  'server/src/files/files.usecases.ts': [
    "// import { editDocument } from '../edit/edit.usecases.ts'",
    '/* process.env.DATA_DIR, new Date() */',
    'const help = \'set process.env.DATA_DIR; import x from "pg"; new Date()\'',
    'const uploaded = new Date(row.uploaded_at)',
    'const reading = `Date.now is a word here`',
  ].join('\n'),
  'server/src/config/settings.ts': 'export const environment = process.env',
  'server/src/clock.ts': 'export const systemClock = { now: () => new Date() }',
  'web/src/app/router.tsx': "import { FilesPage } from '../features/files/files-page.tsx'",
  'web/src/features/files/files-page.tsx': [
    "import type { listFiles } from '@portal/contract/files.ts'",
    "import { LIMIT } from '@portal/contract/limits.ts'",
    "import { Table } from '../../ui/table.tsx'",
  ].join('\n'),
}

function sourcesOf(files: Readonly<Record<string, string>>) {
  return toSources(Object.entries(files).map(([path, text]) => ({ path, text })))
}

describe('the house', () => {
  const house = sourcesOfCheckout()

  it.each(RULES)('keeps its rule: $name', ({ breaches }) => {
    expect(breaches(house)).toEqual([])
  })

  it('is read whole: every floor has files, and files of every floor import', () => {
    const floors = ['contract', 'server', 'web', 'e2e', 'checks']
    const unread = floors.filter(
      (floor) => !house.references.some(({ from }) => from.startsWith(`${floor}/`)),
    )
    expect(unread).toEqual([])
  })
})

describe('the rules', () => {
  it.each(RULES)('see every planted breach: $name', ({ name, breaches }) => {
    const planted = PLANTED[name] ?? {}
    const guilty = Object.keys(planted)
    const seen = breaches(sourcesOf(planted)).map((breach) => breach.split(' > ')[0])
    expect(guilty.length).toBeGreaterThan(0)
    expect(seen).toEqual(guilty)
  })

  it.each(RULES)('leave sound files alone: $name', ({ breaches }) => {
    expect(breaches(sourcesOf(SOUND))).toEqual([])
  })
})

describe('the reader of imports', () => {
  it('finds every form, and knows which are types only', () => {
    const source = `
      import 'side-effect'
      import whole from "double-quoted"
      import * as all from 'all'
      import type { A } from 'types'
      import {
        type B,
        c as d,
      } from 'many-lines'
      export * from 'passed-on'
      export type { E } from 'types-passed-on'
      const late = await import('late'), later = import(\`later\`)
      // import 'comment'
      const text = "import 'text'"`
    const types = readImports(source).filter(({ isType }) => isType)
    expect(types.map(({ specifier }) => specifier)).toEqual(['types', 'types-passed-on'])
    expect(readImports(source).map(({ specifier }) => specifier)).toEqual([
      'side-effect',
      'double-quoted',
      'all',
      'types',
      'many-lines',
      'passed-on',
      'types-passed-on',
      'late',
      'later',
    ])
  })

  it('leaves of code what is code', () => {
    expect(codeOf("a('x') // b\n/* c */ `d ${e} f`")).toBe("a('')  \n  (e)")
  })
})
