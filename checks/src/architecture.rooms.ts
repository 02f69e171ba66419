import type { Reference } from './architecture.sources.ts'

/** Rooms of a subject. They know themselves and the shared rooms, never each other. */
const FEATURES = new Set(['auth', 'lookups', 'files', 'edit', 'recycle-bin', 'owners'])

/** Rooms that every room may use. */
const SHARED = new Set([
  'config',
  'database',
  'storage',
  'mail',
  'jobs',
  'http',
  'audit',
  'throttle',
  'counties',
  'imports',
  'commands',
  'documents',
])

/** Rooms, and files, that put the others together: they may import everything, and only the start imports them. */
const JOINTS = /^server\/src\/(demo\/|jobs\/run-jobs\.ts$|[^/]+\.ts$)/

/** Single files beside the rooms that all may use. */
const FOR_ALL = new Set([
  'server/src/calendar-year.ts',
  'server/src/clock.ts',
  'server/src/log.ts',
  // Who may do what with a document, and which ones a list may show, is said once for all rooms.
  'server/src/files/files.policy.ts',
  'server/src/files/files.scope.ts',
])

/** Types that all may name: the context of a use case, and what it holds. */
const TYPES_FOR_ALL = new Set([
  'server/src/world.ts',
  'server/src/auth/person.ts',
  'server/src/lookups/dictionaries.ts',
])

/** Whether a room of the server may import this. A room that stands in no table above may import nothing. */
export function mayImportInServer({ from, to, isType }: Reference): boolean {
  if (!from.startsWith('server/src/') || !to.startsWith('server/src/') || JOINTS.test(from)) return true
  if (FOR_ALL.has(to) || (isType && TYPES_FOR_ALL.has(to))) return true
  const [here, there] = [roomOf(from), roomOf(to)]
  const isKnown = FEATURES.has(here) || SHARED.has(here)
  return isKnown && !JOINTS.test(to) && (here === there || SHARED.has(there))
}

/** Whether this part of the web floor may import that: features themselves and the kit, the kit no feature, app everything. */
export function mayImportInWeb({ from, to }: Reference): boolean {
  if (!from.startsWith('web/src/') || !to.startsWith('web/src/')) return true
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === 'app' || from === 'web/src/main.tsx') return true
  if (here === 'features') return there === 'lib' || there === 'ui' || featureOf(from) === featureOf(to)
  if (here === 'ui') return there === 'ui' || there === 'lib'
  return here === there
}

/** The folder below `src`. */
function roomOf(path: string): string {
  return path.split('/').slice(0, -1)[2] ?? ''
}

function featureOf(path: string): string {
  return path.split('/').slice(0, 4).join('/')
}
