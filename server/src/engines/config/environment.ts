import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'dotenv'

/** The checkout: relative settings count from here. */
export const CHECKOUT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment, then `.env` in the checkout. */
export function environmentOfCheckout(): Environment {
  const file = resolve(CHECKOUT, '.env')
  const fromFile = existsSync(file) ? parse(readFileSync(file)) : {}
  return { ...fromFile, ...process.env }
}

/** The environment of this process alone. Another terminal does not have it, but reads the same `.env`. */
export function environmentOfProcess(): Environment {
  return process.env
}
