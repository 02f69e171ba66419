import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { issuerFile } from './issuer-schema.ts'
import { readJsonFile } from './json-text.ts'
import { StartError } from './start-error.ts'

type Read = z.output<typeof issuerFile>[number]

/** The access of members of a group, people of a domain, or both together. Counties go by their number in the state. */
export type IssuerRule = Read['rules'][number]

/** An identity provider (OpenID Connect), and the access that its people get. */
export type Issuer = Omit<Read, 'clientSecretFile' | 'clientSecretVariable' | 'administratorsByGroup'> & {
  readonly clientSecret: string
}

type Surroundings = {
  /** The base of relative file names. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the issuers of single sign-on from the file that the setting names. Empty if it names no file.
 * @throws StartError that names the place in the file; never a secret.
 */
export function readIssuers(setting: string | null, { folder, environment }: Surroundings): Issuer[] {
  if (setting === null) return []
  const file = resolve(folder, setting)
  const { data, error } = issuerFile.safeParse(readJsonFile(file, (what) => wrong(file, what)))
  if (error) throw wrong(file, problemOf(error))
  for (const key of ['id', 'issuer'] as const) {
    const twice = data.find((one, at) => data.findIndex((other) => other[key] === one[key]) < at)
    if (twice) throw wrong(file, `two issuers have the ${key} '${twice[key]}'`)
  }
  return data.map(
    ({ clientSecretFile, clientSecretVariable, administratorsByGroup: _checked, ...issuer }) => {
      const clientSecret =
        clientSecretFile === undefined
          ? environment[clientSecretVariable ?? '']?.trim()
          : readSecret(file, resolve(dirname(file), clientSecretFile))
      if (clientSecret) return { ...issuer, clientSecret }
      const place = clientSecretFile ?? `the variable ${clientSecretVariable}`
      throw wrong(file, `the secret of '${issuer.id}' is missing: ${place} is empty or not set`)
    },
  )
}

const wrong = (file: string, what: string) => new StartError(`OIDC_ISSUERS names ${file}: ${what}.`)

function readSecret(file: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw wrong(file, `its clientSecretFile ${path} cannot be read`)
  }
}

/** Such as 'issuer 1, rules, 2, counties must be …': people count from 1. */
function problemOf({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'it is not understood'
  const [index, ...path] = issue.path
  const where = [
    ...(typeof index === 'number' ? [`issuer ${index + 1}`] : []),
    ...path.map((part) => (typeof part === 'number' ? part + 1 : part)),
  ].join(', ')
  const problem =
    issue.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue.message
  return `${where || 'it'} ${problem}`
}
