type PlantedSources = Readonly<Record<string, string>>

/** For every rule on names, sentences and the size of files, and on state, files that break it. */
export const PLANTED_IN_TEXTS: Readonly<Record<string, PlantedSources>> = {
  'no module of the server keeps what changes: the world builds it': {
    'server/src/rooms/sign-in/a.ts': 'const found = new WeakMap<Request, Promise<Person>>()',
    'server/src/records/accounts/b.ts': 'const queue = createHashingQueue()',
    'server/src/engines/http/c.ts': 'export let isClosing = false',
    'server/src/engines/clock/d.ts': 'export const calendars: Record<string, Calendar> = {}',
    'server/src/world.ts': 'const waiting: string[] = []',
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
  },
  'a name is one that a stranger can search for': {
    'server/src/records/documents/a.ts': 'export type Told = string',
    'server/src/records/documents/b.ts': 'export function listTwins() {}',
    'web/src/lib/c.ts': 'export const KEPT_EDIT = 1',
    'web/src/features/edit/kept-edit.ts': 'export const EDIT = 1',
  },
}

/** Files that break no such rule, although they look like violations. */
export const SOUND_TEXTS: PlantedSources = {}
