import { parseEmailDomain } from '@portal/contract/email.ts'
import { ROLES } from '@portal/contract/access/roles.ts'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'

/** Continues a sentence that begins with the place in the file. */
const must = (expected: string) => ({ error: `must be ${expected}` })

const text = z.string(must('a text')).min(1, must('a text'))

/**
 * OpenID Connect Discovery 1.0, section 3: https, without query and fragment. Plain http is for trials on one machine.
 */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(value)
  if (search || hash || username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Tenants of Entra ID where people of any firm can sign in, and any firm can give its people any name. */
const OF_EVERY_FIRM = /^\/(?:common|organizations|consumers)\//

/** Whether the issuer belongs to one firm. With an issuer for every firm, any firm could impersonate anyone. */
function isOfOneFirm(value: string): boolean {
  const { hostname, pathname } = new URL(value)
  return hostname !== 'login.microsoftonline.com' || !OF_EVERY_FIRM.test(`${pathname}/`)
}

const domain = z
  .string(must('an e-mail domain such as firm.example'))
  .toLowerCase()
  .refine((value) => parseEmailDomain(value) === value, must('an e-mail domain such as firm.example'))

const rule = z
  .strictObject({
    groups: z.array(text, must('a list of groups')).min(1, must('a list of groups')).optional(),
    domain: domain.optional(),
    counties: z
      .array(
        z.string().regex(/^\d{3}$/, must('a number of three digits in quotes')),
        must('a list of numbers'),
      )
      .default([]),
    role: z.enum(ROLES, must(`one of ${ROLES.join(', ')}`)),
  })
  .refine(({ groups, domain: named }) => groups !== undefined || named !== undefined, {
    error: 'must name groups, a domain, or both',
  })
  .refine(({ role, counties }) => role === 'administrator' || counties.length > 0, {
    error: 'must name counties: only administrators do without',
    path: ['counties'],
  })

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

const issuer = z
  .strictObject({
    id: z
      .string(must('a short name for addresses'))
      .regex(
        /^[a-z0-9][a-z0-9-]{0,39}$/,
        must('a short name for addresses: small letters, digits and hyphens'),
      ),
    name: text.max(60, must('60 characters long at most')),
    issuer: z
      .string(must('the https address of the issuer'))
      .refine(isIssuer, { ...must('the https address of the issuer, without ? and #'), abort: true })
      .refine(isOfOneFirm, must("the address with your firm's own tenant: this one speaks for every firm"))
      .transform((value) => new URL(value).href),
    clientId: text,
    clientSecretFile: text.optional(),
    clientSecretVariable: text.optional(),
    scope: z
      .string(must('words with spaces between them'))
      .regex(SCOPE, must('words with spaces between them'))
      .refine((value) => value.split(' ').includes('openid'), must('words of which one is openid'))
      .default('openid email profile'),
    domains: z.array(domain, must('a list of domains')).min(1, must('a list of at least one domain')),
    groupsClaim: text.default('groups'),
    verifiedClaim: text.default('email_verified'),
    administratorsByGroup: z.boolean(must('true or false')).default(false),
    countsAsSecondFactor: z.boolean(must('true or false')).default(false),
    rules: z.array(rule, must('a list of rules')).default([]),
  })
  .refine((read) => (read.clientSecretFile === undefined) !== (read.clientSecretVariable === undefined), {
    error: 'must name the secret by clientSecretFile or by clientSecretVariable',
  })
  .refine(
    (read) =>
      read.rules.every(
        ({ role, groups }) => role !== 'administrator' || (read.administratorsByGroup && groups),
      ),
    {
      error:
        'has a rule that makes administrators: that takes groups in it, and administratorsByGroup: true beside the rules',
    },
  )

export const issuerFile = z.array(issuer, must('a list of issuers'))
