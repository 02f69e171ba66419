import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLIENT_SECRET, type TestIssuer } from '../issuer.ts'
import type { PortalPart } from './part.ts'

export const PUBLIC_URL = 'http://localhost:3000'

export type TestIssuers = { readonly firm: TestIssuer; readonly county: TestIssuer }

/** Offers those issuers. `changed` overrides the settings of both. */
export async function openIssuers({
  firm,
  county,
  changed = {},
}: TestIssuers & { readonly changed?: object }): Promise<PortalPart<TestIssuers>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-issuers-'))
  const file = join(folder, 'issuers.json')
  await writeFile(join(folder, 'secret'), `${CLIENT_SECRET}\n`)
  const named = [settingsOf('firm', firm), settingsOf('county', county)]
  await writeFile(file, JSON.stringify(named.map((one) => ({ ...one, ...changed }))))
  return {
    environment: { OIDC_ISSUERS: file, PUBLIC_URL },
    give: () => ({ firm, county }),
    close: () => rm(folder, { recursive: true }),
  }
}

/** The settings of an issuer, except those that a test sets. */
const settingsOf = (id: string, { address }: TestIssuer) => ({
  id,
  name: `Account of the ${id}`,
  issuer: address,
  clientId: 'portal',
  clientSecretFile: 'secret',
  scope: 'openid email profile groups',
  domains: [`${id}.example`],
  rules: [
    { groups: ['appraisers'], counties: ['389', '475'], role: 'staff' },
    { groups: ['auditors'], counties: ['389'], role: 'reader' },
    { domain: 'county.example', counties: ['389'], role: 'user' },
  ],
})
