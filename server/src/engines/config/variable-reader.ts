import type { z } from 'zod'
import type { Environment } from './environment.ts'
import { StartError } from './start-error.ts'
import { VARIABLES } from './variables.ts'

type Name = keyof typeof VARIABLES
type Value<N extends Name> = z.output<(typeof VARIABLES)[N]['schema']> | (typeof VARIABLES)[N]['otherwise']
export type ReadVariable = <N extends Name>(name: N) => Value<N>

/**
 * Reads single variables; an empty one is not set.
 * @throws StartError that begins with the name of a wrong one.
 */
export function variableReader(environment: Environment): ReadVariable {
  const read = (name: Name) => {
    const text = environment[name]?.trim()
    if (!text) return VARIABLES[name].otherwise
    const { data, error } = VARIABLES[name].schema.safeParse(text)
    if (error) throw new StartError(`${name} ${error.issues[0]?.message}.`)
    return data
  }
  // Each variable's own schema makes its value, which the table of them cannot tell the compiler.
  return read as ReadVariable
}
