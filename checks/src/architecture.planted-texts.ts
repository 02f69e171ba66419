type PlantedSources = Readonly<Record<string, string>>

/** A file of so many lines. */
function linesOf(count: number, code = ''): string {
  return `${code}${'\n'.repeat(count)}`
}

/** For every rule on names, sentences and the size of files, and on state, files that break it. */
export const PLANTED_IN_TEXTS: Readonly<Record<string, PlantedSources>> = {
  'no module of the server keeps what changes: the world builds it': {
    'server/src/rooms/sign-in/a.ts': 'const found = new WeakMap<Request, Promise<Person>>()',
    'server/src/records/accounts/b.ts': 'const queue = createHashingQueue()',
    'server/src/engines/http/c.ts': 'export let isClosing = false',
    'server/src/engines/clock/d.ts': 'export const calendars: Record<string, Calendar> = {}',
    'server/src/world.ts': 'const waiting: string[] = []',
    'server/src/records/audit/e.ts': 'const box = { n: 0 }\nexport const next = () => (box.n += 1)',
    'server/src/records/audit/f.ts': 'export const box = { n: 0 } as Box\nexport const next = () => box.n++',
    'server/src/records/audit/g.ts': "const box = { in: { n: '' } }\nfunction keep(n) { box['in'].n = n }",
    'server/src/records/audit/h.ts': 'const box = make()\nconst drop = (key: string) => delete box[key]',
    'server/src/records/audit/i.ts': "const ids = ['first']\nexport const keep = (id) => ids.push(id)",
    'server/src/records/audit/j.ts':
      'const NAMES = new Map(ALL)\nexport const keep = (id) => NAMES.set(id, 1)',
    'server/src/records/audit/k.ts':
      'const box = { n: 0 }\nexport const keep = (n) => Object.assign(box, { n })',
    'server/src/records/audit/l.ts': 'const box = { n: 0 }\nexport const keep = (n) => ([box.n] = [n])',
    'server/src/records/audit/m.ts': 'const box = make()\nexport const next = () => ((box as Box).n += 1)',
    'server/src/records/audit/n.ts': 'const box = make()\nexport const next = () => box.in!.n++',
  },
  'no code looks for a sentence of our own': {
    'server/src/rooms/operations/a.ts': 'const SCREENS = [[/^Mail is not going out/, "jobs"]]',
    'server/src/engines/mail/b.ts':
      'const text = `Mail is not going out for ${hours} hours.`; const isOld = /^Mail is not going\\b/.test(text)',
    'web/src/lib/c.ts': "const text = 'The disk is read-only.'; const isFull = /The disk is read(-only)?/",
    'server/src/engines/mail/d.ts':
      "const text = 'Sorry: no mail leaves this server.'; const isOff = /mail leaves this server/",
    'web/src/features/documents/e.tsx':
      'const Note = () => <p>\n  This county accepts\n  files again.\n</p>\nconst isOpen = /This county accepts files/',
    'server/src/engines/mail/f.ts': "const isOff = new RegExp('^no mail leaves this (server|host)')",
    'server/src/engines/mail/g.ts': 'const isOff = RegExp(String.raw`mail leaves this\\s+server`)',
    'server/src/engines/mail/h.ts': "const isOff = text.startsWith('Sorry: no mail leaves this')",
    'server/src/engines/mail/i.ts': 'const isOff = text?.includes(`no mail leaves this server`)',
    'server/src/engines/mail/j.ts': "const at = text.indexOf('mail leaves this server')",
    'server/src/engines/mail/k.ts': "const isOff = text.match('mail leaves this server') !== null",
  },
  'a small file has more than one importer in its folder': {
    'server/src/rooms/files/small.ts': 'export const SMALL = 1',
    'server/src/rooms/files/large.usecases.ts': "import { SMALL } from './small.ts'",
    'server/src/rooms/edit/of-40.ts': linesOf(40),
    'server/src/rooms/edit/of-210.ts': linesOf(210, "import './of-40.ts'"),
    'server/src/rooms/edit/row.models.ts': 'export const toRow = 1',
    'server/src/rooms/edit/row.usecases.ts': "import { toRow } from './row.models.ts'",
    'web/src/features/edit/field.tsx': 'export const Field = 1',
    'web/src/features/edit/dialog.tsx': "import { Field } from './field.tsx'",
  },
  'a name is one that a stranger can search for': {
    'server/src/records/documents/a.ts': 'export type Told = string',
    'server/src/records/documents/b.ts': 'export function listTwins() {}',
    'web/src/lib/c.ts': 'export const KEPT_EDIT = 1',
    'web/src/features/edit/kept-edit.ts': 'export const EDIT = 1',
    'server/src/records/documents/d.ts': 'export const isUnopenable = 1, bringers = 2',
    'server/src/records/documents/e.ts': 'export class Somebody {}',
    'server/src/records/documents/f.ts': 'export interface WeatherOfDay {}',
    'server/src/records/documents/g.ts': 'const told = 1\nexport { told }',
    'server/src/records/documents/h.ts': 'const a = 1\nexport { a as toldTwins }',
    'server/src/records/documents/i.ts': "export { told } from './e.ts'",
    'server/src/records/documents/j.ts': "export * as shelf from './e.ts'",
    'server/src/records/documents/k.ts': 'export const { twin, others: [witness] } = read()',
    'web/src/ui/l.tsx': 'export function MishapNote() {}',
  },
}

/** Files that break no such rule, although they look like violations. */
export const SOUND_TEXTS: PlantedSources = {
  'server/src/engines/scanner/clamd.ts':
    "const isTheirs = text.startsWith('Cannot connect to the daemon') || /is the daemon running on/.test(text)",
  'server/src/engines/scanner/state.ts': [
    "const NAMES = { first: 1 }; const ids = ['a']; const byName = new Map([['a', 1]])",
    'export function make() { const box = { n: 0 }; box.n += 1; const all = [...ids]; all.push("b"); return box }',
    'export const fill = (ids: string[]) => ids.push("c")',
    'export const sorted = ids.toSorted(); export const first = byName.get("a") ?? NAMES.first',
  ].join('\n'),
  'server/src/rooms/sizes/of-41.ts': linesOf(41),
  'server/src/rooms/sizes/user-of-41.ts': "import './of-41.ts'",
  'server/src/rooms/sizes/of-40.ts': linesOf(40),
  'server/src/rooms/sizes/of-211.ts': linesOf(211, "import './of-40.ts'"),
  'server/src/rooms/sizes/sizes.worker.ts': 'export const WORK = 1',
  'server/src/rooms/sizes/start.ts': "import { WORK } from './sizes.worker.ts'",
  'server/src/rooms/sizes/later.ts': "export const load = () => import('./lazy-part.ts')",
  'server/src/rooms/sizes/lazy-part.ts': 'export const PART = 1',
  'server/src/rooms/sizes/sizes.routes.ts': "import { size } from './sizes.usecases.ts'",
  'server/src/rooms/sizes/sizes.usecases.ts': 'export const size = 1',
  'web/src/features/edit/cell.tsx': 'export const Cell = 1',
  'web/src/features/edit/columns.ts': "import { Cell } from './cell.tsx'",
  'web/src/features/edit/names.ts': 'const told = 1\nexport { told as sentence }\nexport type Foretold = 1',
}
