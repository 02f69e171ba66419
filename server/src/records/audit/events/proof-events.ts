import { TOKEN_RIGHTS } from '@portal/contract/account/tokens.ts'
import { z } from 'zod'
import { auditEvent } from './audit-event.ts'
import { withName } from './sentence-parts.ts'

/** The issuer's name in the settings. */
const issuer = z.object({ issuer: z.string() })
const passkey = z.object({ passkeyId: z.number(), name: z.string() })
const signCount = z.number()
const token = z.object({ tokenId: z.number(), label: z.string() })

/** The ways in which people prove their identity, other than a password. */
export const PROOF_EVENTS = {
  'token.created': auditEvent({
    label: 'API token created',
    after: token.extend({
      rights: z.enum(TOKEN_RIGHTS),
      /** Null for all counties of the owner. */
      countyIDs: z.array(z.number()).readonly().nullable(),
      networks: z.array(z.string()).readonly(),
      expires: z.string(),
    }),
    sentence: ({ after }) => withName('created an API token', after.label),
  }),
  'token.revoked': auditEvent({
    label: 'API token revoked',
    before: token,
    sentence: ({ before, isOwn, subject }) =>
      withName(isOwn ? 'revoked an API token' : `revoked an API token of ${subject}`, before.label),
  }),
  /** By the reason: it was expired or revoked, its owner or network was not allowed, or none of its counties was left. */
  'token.refused': auditEvent({
    label: 'API token refused',
    after: token.extend({ problem: z.enum(['revoked', 'expired', 'owner', 'counties', 'network']) }),
    sentence: ({ after, subject }) =>
      withName(`tried an API token of ${subject} that does not work`, after.label),
  }),
  'sign_in.joined': auditEvent({
    label: 'single sign-on joined to the account',
    after: issuer,
    sentence: ({ after }) => withName('joined single sign-on', after.issuer),
  }),
  'sign_in.removed': auditEvent({
    label: 'single sign-on removed from the account',
    before: issuer,
    sentence: ({ before }) => withName('removed single sign-on', before.issuer),
  }),
  'passkey.added': auditEvent({
    label: 'passkey added',
    after: passkey,
    sentence: ({ after }) => withName('added a passkey', after.name),
  }),
  'passkey.renamed': auditEvent({
    label: 'passkey renamed',
    before: passkey,
    after: passkey,
    sentence: ({ after }) => withName('renamed a passkey', after.name),
  }),
  'passkey.removed': auditEvent({
    label: 'passkey removed',
    before: passkey,
    sentence: ({ before }) => withName('removed a passkey', before.name),
  }),
  'passkey.found_copied': auditEvent({
    label: 'passkey refused that may be a copy',
    before: z.object({ passkeyId: z.number(), signCount }),
    after: z.object({ signCount }),
    sentence: () => 'was refused a passkey that may be a copy',
  }),
  'second_factor.guessed': auditEvent({
    label: 'too many wrong codes of two-step verification',
    sentence: ({ subject }) => `gave too many wrong codes for ${subject}`,
  }),
  'second_factor.set_up': auditEvent({
    label: 'two-step verification set up',
    sentence: () => 'set up two-step verification',
  }),
  'second_factor.removed': auditEvent({
    label: 'two-step verification removed',
    sentence: ({ whose }) => `removed ${whose} two-step verification`,
  }),
  'second_factor.reset': auditEvent({
    label: 'two-step verification reset by someone else',
    before: z.object({ hadCodes: z.boolean(), passkeys: z.number() }),
    after: z.object({ countyIDs: z.array(z.number()).readonly() }),
    sentence: ({ subject }) => `reset the two-step verification of ${subject}`,
  }),
  'recovery_codes.renewed': auditEvent({
    label: 'new recovery codes made',
    sentence: () => 'made new recovery codes',
  }),
  'recovery_code.used': auditEvent({
    label: 'recovery code used',
    sentence: () => 'used a recovery code',
  }),
} as const
