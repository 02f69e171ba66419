import type { z } from 'zod'
import type { Environment } from './environment.ts'
import { StartError } from './start-error.ts'

/** An environment variable and its documentation. Markdown in `doc` and `defaultDoc`. */
type Variable = {
  readonly schema: z.ZodType<unknown, string>
  /** Not set: null, or a value that depends on other variables. */
  readonly default?: string | number | boolean
  readonly defaultDoc?: string
  readonly doc: string
}
export type Variables = Readonly<Record<string, Variable>>

export type Values<V extends Variables> = {
  readonly [Name in keyof V]:
    | z.output<V[Name]['schema']>
    | (V[Name] extends { readonly default: unknown } ? never : null)
}

/**
 * The values of variables. Each is parsed when it is read; an empty one is not set.
 * Reading throws a StartError that begins with the name of an invalid variable.
 */
export function readVariables<V extends Variables>(variables: V, environment: Environment): Values<V> {
  const values = {}
  for (const [name, variable] of Object.entries(variables)) {
    Object.defineProperty(values, name, { get: () => valueOf(name, variable, environment[name]?.trim()) })
  }
  // The compiler cannot follow the getters to the schema of each variable.
  return values as Values<V>
}

function valueOf(name: string, variable: Variable, text: string | undefined): unknown {
  if (!text) return variable.default ?? null
  const { data, error } = variable.schema.safeParse(text)
  if (error) throw new StartError(`${name} ${error.issues[0]?.message}.`)
  return data
}
