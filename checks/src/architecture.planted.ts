import { PLANTED_IN_SQL, SOUND_SQL } from './architecture.planted-sql.ts'
import { PLANTED_IN_TESTS, SOUND_TESTS } from './architecture.planted-tests.ts'
import { PLANTED_IN_TEXTS, SOUND_TEXTS } from './architecture.planted-texts.ts'

type PlantedSources = Readonly<Record<string, string>>

/** For every rule, files that break it, because a rule that misses them might accept anything. */
export const PLANTED: Readonly<Record<string, PlantedSources>> = {
  'a floor imports only the floors it stands on': {
    'server/src/rooms/files/a.usecases.ts': "import { Page } from '@portal/web/src/ui/page.tsx'",
    'web/src/features/documents/a.ts': "import type { World } from '@portal/server/src/world.ts'",
    'contract/src/a.ts': "export { world } from '@portal/server/src/world.ts'",
    'web/src/app/b.ts': "import { buildWeb } from '../../build.ts'",
    'web/src/lib/c.ts': "type Row = import('@portal/server/src/world.ts').World",
  },
  'another floor is imported by its name': {
    'server/src/rooms/files/a.usecases.ts':
      "import type { Upload } from '../../../../contract/src/files/files.ts'",
    'server/src/b.ts': "import { buildWeb } from '../../web/build.ts'",
  },
  'the contract needs nothing but zod': {
    'contract/src/a.ts': "import { readFileSync } from 'node:fs'",
    'contract/src/b.ts': "import { Kysely } from 'kysely'",
  },
  'engines know no record, records no room, and rooms never meet': {
    'server/src/engines/http/a.ts': "import type { Person } from '../../records/access/person.ts'",
    'server/src/engines/jobs/b.ts': "const { world } = await import('../../world.ts')",
    'server/src/records/audit/c.ts': "import { list } from '../../rooms/files/list/list.usecases.ts'",
    'server/src/records/audit/d.ts': "import type { World } from '../../world.ts'",
    'server/src/rooms/files/e.usecases.ts': "import { edit } from '../edit/edit.usecases.ts'",
    'server/src/rooms/files/list/f.usecases.ts': "import type { Edit } from '../../edit/edit.models.ts'",
    'server/src/rooms/files/g.ts': "const pattern = /['\"`]/\nexport * from '../edit/edit.usecases.ts'",
    'server/src/rooms/files/i.ts': "const { edit } = require('../edit/edit.usecases.ts')",
    'server/src/rooms/files/j.ts': "import edit = require('../edit/edit.usecases.ts')",
    'server/src/rooms/files/h.ts': "import { fillWithSamples } from '../../demo/demo.ts'",
  },
  'a record knows its own state, not the world of all records': {
    'server/src/records/audit/a.ts': "import type { World } from '../context.ts'",
  },
  'features of the web floor meet only in app': {
    'web/src/features/documents/a.tsx': "import { EditDialog } from '../edit/edit-dialog.tsx'",
    'web/src/features/documents/b.tsx': "import { router } from '../../app/router.tsx'",
    'web/src/ui/c.tsx': "import { FilesTable } from '../features/documents/files-table.tsx'",
    'web/src/lib/d.ts': "import { Notice } from '../ui/notice.tsx'",
  },
  'routes leave the database alone': {
    'server/src/rooms/files/a.routes.ts': "import { listPage } from './files.repository.ts'",
    'server/src/rooms/files/b.routes.ts': "import type { Kysely } from 'kysely'",
    'server/src/rooms/files/c.routes.ts':
      "import type { DB } from '../../engines/database/generated/db.d.ts'",
  },
  'policies and models are pure': {
    'server/src/rooms/files/a.policy.ts': "import { findDocument } from './files.repository.ts'",
    'server/src/rooms/files/b.models.ts': "import { sql } from 'kysely'",
  },
  'only repositories and the database engine use the database driver': {
    'server/src/rooms/files/a.usecases.ts': "import { sql } from 'kysely'",
    'server/src/records/audit/b.ts': "import pg from 'pg'",
  },
  'only the gate changes documents, and only the intake adds them': {
    'server/src/rooms/files/a.usecases.ts':
      "import { changeDocuments } from '../../records/documents/document-changes.repository.ts'",
    'server/src/rooms/retention/b.job.ts':
      "const documents = await import('../../records/documents/document-changes.repository.ts')",
    'server/src/records/intake/c.ts':
      "import { removeDocuments } from '../documents/document-changes.repository.ts'",
    'server/src/demo/d.ts': "export * from '../records/documents/document-changes.repository.ts'",
    'server/src/rooms/retention/e.job.ts':
      "import { applyDecisions } from '../../records/documents/apply-decisions.ts'",
    'server/src/rooms/files/f.usecases.ts':
      "import { insertDocuments } from '../../records/documents/new-documents.repository.ts'",
  },
  'no file imports itself by way of others': {
    'web/src/app/a.tsx': "import { Links } from './b.tsx'",
    'web/src/app/b.tsx': "import type { Bar } from './c.tsx'",
    'web/src/app/c.tsx': "const { a } = await import('./a.tsx')",
  },
  'no engine, record, room or folder of the contract imports itself by way of others': {
    'server/src/records/parties/a.ts': "import { b } from '../imports/b.ts'",
    'server/src/records/imports/c.ts': "import type { D } from '../parties/d.ts'",
    'contract/src/files/a.ts': "import { B } from '../owners/b.ts'",
    'contract/src/owners/c.ts': "import { D } from '../files/d.ts'",
  },
  'nothing but tests imports test code': {
    'server/src/rooms/files/a.usecases.ts': "import { testDatabase } from '../../testing/database.ts'",
    'server/src/demo/b.ts': "import { documents } from '../records/documents/documents.test-data.ts'",
  },
  'only the settings read the environment': {
    'server/src/rooms/files/a.ts': 'const folder = process.env.DATA_DIR',
    'server/src/rooms/files/b.ts': "const folder = process?.env['DATA_DIR']",
    'server/src/cli.ts': "const quote = /'/\nconst folder = process['env'].INIT_CWD",
    'web/src/lib/c.ts': 'const text = `${process.env.COMPANY_NAME}`',
    'server/src/rooms/files/d.ts': "import { env } from 'node:process'",
    'server/src/rooms/files/e.ts': 'const { env } = process',
  },
  'only the clock knows the time': {
    'server/src/rooms/files/a.ts': 'const now = new Date()',
    'server/src/rooms/files/b.ts': 'const late = Date.now() + 5',
    'web/src/features/documents/c.ts': 'const now = new Date( )',
    'web/src/features/documents/d.ts': 'const now = new Date',
    'server/src/rooms/files/clock.ts': 'const now = Date.now()',
  },
  ...PLANTED_IN_SQL,
  ...PLANTED_IN_TEXTS,
  ...PLANTED_IN_TESTS,
}

/** Files that break no rule, although they look like violations. */
export const SOUND: PlantedSources = {
  'server/src/rooms/edit/edit.usecases.ts':
    "import type { DocumentChange } from '../../records/documents/document-changes.repository.ts'",
  'server/src/records/documents/act-on-documents.ts':
    "import { lockDocuments } from './document-changes.repository.ts'\nimport { applyDecisions } from './apply-decisions.ts'",
  'server/src/records/documents/document-changes.repository.ts': "db.deleteFrom('document')",
  'server/src/records/documents/counts.repository.ts':
    'sql`UPDATE document AS d SET status_id = 1; SELECT id FROM document WHERE deleted_at = now()`',
  'server/src/engines/migrations/0002-links.sql':
    'CREATE TABLE document_owner (document_id integer REFERENCES document ON DELETE CASCADE);',
  'contract/src/limits.ts': 'export const LIMIT = 1',
  'contract/src/files/files.ts': "import { z } from 'zod'\nimport { LIMIT } from './limits.ts'",
  'server/src/start-server.ts':
    "import { buildWeb } from '@portal/web/build.ts'\nimport { fillWithSamples } from './demo/demo.ts'",
  'server/src/demo/demo.ts': "import { addCounty } from '../records/counties/counties.usecases.ts'",
  'server/src/world.ts': "import { createDictionaries } from './records/reference/dictionaries.ts'",
  'server/src/rooms/files/files.routes.ts':
    "import { listFiles } from '@portal/contract/files/files.ts'\nimport { list } from './files.usecases.ts'",
  'server/src/rooms/files/files.models.ts':
    "import type { DB } from '../../engines/database/generated/db.d.ts'",
  'server/src/rooms/files/list/page.usecases.ts':
    "import type { Context } from '../../../records/context.ts'\nimport { record } from '../../../records/audit/record.ts'",
  'server/src/records/documents/files.repository.ts':
    "import { sql, type Kysely } from 'kysely'\ndb.insertInto('document'); sql`UPDATE document SET a = 1 FOR UPDATE`",
  'server/src/records/documents/files.functions.sql':
    'INSERT INTO document SELECT 1; -- DELETE FROM account\nINSERT INTO staged VALUES (1);',
  'server/src/records/imports/staging.repository.ts':
    'sql`CREATE TEMPORARY TABLE staged ON COMMIT DROP AS SELECT 1`; sql`INSERT INTO staged VALUES (1)`',
  'server/src/engines/migrations/0001-documents.sql':
    'INSERT INTO document VALUES (1); UPDATE account SET a = 1;',
  'server/src/rooms/files/files.test.ts':
    "import { editDocument } from '../edit/edit.usecases.ts'\nconst now = new Date()\npool.query('DELETE FROM document')",
  'server/src/rooms/files/files.usecases.ts': [
    "// import { editDocument } from '../edit/edit.usecases.ts'",
    '/* process.env.DATA_DIR, new Date(), SELECT 1 */',
    'const help = \'set process.env.DATA_DIR; import x from "pg"; new Date()\'',
    'const words = `Please select a county, or update your settings.`',
    'const pattern = /process.env|Date.now/',
    'const theirs = /Greeting never received|^\\w+ county,|Please/',
    'const uploaded = new Date(row.uploaded_at)',
    'const reading = `Date.now is a word here`',
  ].join('\n'),
  'server/src/engines/limiter/limiter.ts':
    "const CODES = new Set(['08']); const NONE: ReadonlySet<string> = new Set(); const require = createRequire(import.meta.url)\nexport const make = () => new Map()",
  'server/src/testing/servers.ts': 'const running = new Set<Server>()',
  'server/src/engines/config/settings.ts': 'export const environment = process.env',
  'server/src/engines/clock/clock.ts': 'export const systemClock = { now: () => new Date() }',
  'web/build.ts': 'const folder = process.env.TMPDIR',
  'server/src/rooms/people/people.policy.ts': 'export const mayRead = true',
  'server/src/rooms/people/people.usecases.ts': "import { mayRead } from './people.policy.ts'",
  'contract/src/files/duplicates.ts': "export const listTwins = endpoint({ path: '/twins' })\nconst told = 1",
  ...SOUND_SQL,
  ...SOUND_TEXTS,
  ...SOUND_TESTS,
  'web/src/app/router.tsx': "import { FilesPage } from '../features/documents/files-page.tsx'",
  'web/src/features/documents/files-page.tsx': [
    "import type { listFiles } from '@portal/contract/files/files.ts'",
    "import { LIMIT } from '@portal/contract/limits.ts'",
    "import { Table } from '../../ui/table.tsx'",
  ].join('\n'),
}
