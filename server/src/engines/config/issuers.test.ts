import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readIssuers } from './issuers.ts'

const FIRM = {
  id: 'firm',
  name: 'Firm account',
  issuer: 'https://login.firm.example',
  clientId: 'portal',
  clientSecretFile: 'secret',
  domains: ['Firm.example'],
  rules: [{ groups: ['appraisers'], counties: ['389'], role: 'staff' }],
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-issuers-'))
  await writeFile(join(folder, 'secret'), 'hush\n')
})
afterEach(() => rm(folder, { recursive: true }))

async function read(content: unknown, environment: Record<string, string> = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(join(folder, 'issuers.json'), text)
  return readIssuers('issuers.json', { folder, environment })
}

test('R2.139 issuers are read with their defaults, and their secret from a file or a variable', async () => {
  const [firm, other] = await read(
    [
      FIRM,
      {
        ...FIRM,
        id: 'other',
        issuer: 'http://localhost:7150/x',
        clientSecretFile: undefined,
        clientSecretVariable: 'HUSH',
      },
    ],
    { HUSH: ' quiet ' },
  )
  expect(firm).toEqual({
    id: 'firm',
    name: 'Firm account',
    issuer: 'https://login.firm.example/',
    clientId: 'portal',
    clientSecret: 'hush',
    scope: 'openid email profile',
    domains: ['firm.example'],
    groupsClaim: 'groups',
    verifiedClaim: 'email_verified',
    countsAsSecondFactor: false,
    rules: [{ groups: ['appraisers'], counties: ['389'], role: 'staff' }],
  })
  expect(other).toMatchObject({ issuer: 'http://localhost:7150/x', clientSecret: 'quiet' })
  expect(readIssuers(null, { folder, environment: {} })).toEqual([])
})

const changed = (change: object) => [{ ...FIRM, ...change }]
const administrators = { groups: ['admins'], role: 'administrator' }

test.each<[string, unknown, string]>([
  ['no JSON', '[{', 'it is not valid JSON at line 1, column 3'],
  ['no list', {}, 'it must be a list of issuers'],
  ['a word that it does not know', changed({ domain: 'x' }), 'issuer 1 does not know domain'],
  [
    'an issuer elsewhere without https',
    changed({ issuer: 'http://login.firm.example' }),
    'issuer 1, issuer must be the https address',
  ],
  [
    'an issuer that speaks for every firm',
    changed({ issuer: 'https://login.microsoftonline.com/organizations/v2.0' }),
    "issuer 1, issuer must be the address with your firm's own tenant",
  ],
  ['an id that is no part of an address', changed({ id: '../x' }), 'issuer 1, id must be a short name'],
  ['no domains', changed({ domains: [] }), 'issuer 1, domains must be a list of at least one domain'],
  [
    'a number for a county',
    changed({ rules: [{ domain: 'firm.example', counties: ['38'], role: 'user' }] }),
    'issuer 1, rules, 1, counties, 1 must be a number of three digits',
  ],
  [
    'a role that there is not',
    changed({ rules: [{ domain: 'firm.example', counties: ['389'], role: 'king' }] }),
    'issuer 1, rules, 1, role must be one of user',
  ],
  [
    'a rule for everybody',
    changed({ rules: [{ counties: ['389'], role: 'user' }] }),
    'issuer 1, rules, 1 must name groups, a domain, or both',
  ],
  [
    'a rule without counties',
    changed({ rules: [{ domain: 'firm.example', role: 'user' }] }),
    'issuer 1, rules, 1, counties must name counties',
  ],
  [
    'administrators that nobody asked for',
    changed({ rules: [administrators] }),
    'issuer 1 has a rule that makes administrators',
  ],
  [
    'administrators by domain',
    changed({ administratorsByGroup: true, rules: [{ domain: 'firm.example', role: 'administrator' }] }),
    'issuer 1 has a rule that makes administrators',
  ],
  ['no secret', changed({ clientSecretFile: undefined }), 'issuer 1 must name the secret'],
  ['a secret that is not there', changed({ clientSecretFile: 'nowhere' }), 'its clientSecretFile'],
  [
    'a variable that is not set',
    changed({ clientSecretFile: undefined, clientSecretVariable: 'HUSH' }),
    "the secret of 'firm' is missing: the variable HUSH is empty or not set",
  ],
  ['two of one id', [FIRM, { ...FIRM, issuer: 'https://other.example' }], "two issuers have the id 'firm'"],
  ['two of one address', [FIRM, { ...FIRM, id: 'other' }], 'two issuers have the issuer'],
])('R2.139 a file is refused in one line that names the place: %s', async (_what, content, problem) => {
  await expect(read(content)).rejects.toThrow(/^OIDC_ISSUERS names .*\.$/)
  await expect(read(content)).rejects.toThrow(problem)
})

test('R2.139 groups make administrators only if the file allows it in addition to the rules', async () => {
  const [firm] = await read(changed({ administratorsByGroup: true, rules: [administrators] }))
  expect(firm?.rules).toEqual([{ groups: ['admins'], counties: [], role: 'administrator' }])
})
