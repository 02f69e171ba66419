import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** Whether two folders are the same, or one contains the other. */
export function shareFolder(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one)
}

/** Whether a folder is the other one or is inside it. */
export function isWithin(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(`${other}${sep}`)
}

/** Resolves links in the part of the path that exists. */
export function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const above = dirname(path)
  return above === path ? path : join(realPath(above), path.slice(above.length))
}
