import type { Environment } from './environment.ts'
import { VARIABLES } from './settings.ts'

const SETTINGS = Object.keys(VARIABLES)

/** Shorter names resemble too many other variables of an environment. */
const SHORTEST_NAME = 7

/** A sentence for each name in the environment that is one typing mistake away from a setting that is not set. */
export function mistypedSettings(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.length >= SHORTEST_NAME && !SETTINGS.includes(name))
    .flatMap((name) => {
      const meant = SETTINGS.find(
        (setting) => !environment[setting]?.trim() && isOneMistakeFrom(name, setting),
      )
      return meant ? [`${name} is not a setting and has no effect. Did you mean ${meant}?`] : []
    })
}

/** One character is missing, extra or wrong, or two are swapped. */
function isOneMistakeFrom(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const one = typed.slice(start, typed.length - end)
  const other = meant.slice(start, meant.length - end)
  if (one.length <= 1 && other.length <= 1) return true
  return one.length === 2 && other === `${one[1]}${one[0]}`
}
