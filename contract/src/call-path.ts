import type { Endpoint } from './endpoint.ts'

type Values = Readonly<Record<string, unknown>>

/** The parts of a call's URL; values that are not set are omitted from the query. */
export type AddressParts = { readonly params?: Values | undefined; readonly query?: Values | undefined }

/** The path of a call below the API base, with its parameters and query. */
export function callPath(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: AddressParts = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
  const set = Object.entries(query).map(([name, value]) => [name, textOf(value)] as const)
  const written = new URLSearchParams(
    set.filter(([, text]) => text !== '').map((pair) => [...pair]),
  ).toString()
  return written ? `${filled}?${written}` : filled
}

/** Joins a list with commas. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
