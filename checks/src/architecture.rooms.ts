import type { Reference } from './architecture.sources.ts'

/** The floors inside the server, from the ground up; code on none of them composes the others. */
const SERVER_FLOORS = ['engines', 'records', 'rooms'] as const
const JOINTS = SERVER_FLOORS.length

/** Whether a part of the server may import this: only its own floor or a lower one, and no other room. */
export function mayImportInServer({ from, to }: Reference): boolean {
  const [here, there] = [placeInServer(from), placeInServer(to)]
  if (!here || !there) return true
  if (there.floor > here.floor) return false
  return here.floor !== SERVER_FLOORS.indexOf('rooms') || there.floor < here.floor || here.box === there.box
}

/** `records/documents` of `server/src/records/documents/…`; null for a path outside the boxes of a floor. */
export function boxOf(path: string): string | null {
  const place = placeInServer(path)
  return place && place.floor < JOINTS && !place.box.endsWith('.ts') ? place.box : null
}

function placeInServer(path: string): { floor: number; box: string } | null {
  const [, name = '', room = ''] = /^server\/src\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  if (name === '') return null
  const floor = SERVER_FLOORS.findIndex((each) => each === name)
  return { floor: floor < 0 ? JOINTS : floor, box: `${name}/${room}` }
}

/** Whether one web part may import another: a feature itself and the kit, the kit no feature, app everything. */
export function mayImportInWeb({ from, to }: Reference): boolean {
  if (!from.startsWith('web/src/') || !to.startsWith('web/src/')) return true
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === 'app' || from === 'web/src/main.tsx') return true
  if (here === 'features') return there === 'lib' || there === 'ui' || featureOf(from) === featureOf(to)
  if (here === 'ui') return there === 'ui' || there === 'lib'
  return here === there
}

/** The folder below `src`. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1)[2] ?? ''
}

function featureOf(path: string): string {
  return path.split('/').slice(0, 4).join('/')
}
