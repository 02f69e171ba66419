import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { NOTICE_MAILS, type NoticeMail } from '@portal/contract/notices/notice-mails.ts'
import type { Engines } from '../../engines/engines.ts'
import { readPortalSecret } from '../accounts/base/registration.repository.ts'

/** What a token turns off, for whom. */
export type TurnOff = { readonly personId: number; readonly mails: NoticeMail }

type World = Pick<Engines, 'database' | 'clock'>

const VALID_MS = 365 * 24 * 3_600_000

/**
 * The token of the link in an e-mail that turns such e-mails off for a year from now (R23.43). It is signed with the
 * secret of the portal, so nothing is stored, and it opens nothing else.
 */
export async function makeTurnOffToken(world: World, { personId, mails }: TurnOff): Promise<string> {
  const end = world.clock.now().getTime() + VALID_MS
  const facts = `${personId}.${mails}.${end}`
  return `${facts}.${await signatureOf(world, facts)}`
}

/** What a token turns off; null if the portal did not make it, or longer ago than a year. */
export async function readTurnOffToken(world: World, token: string): Promise<TurnOff | null> {
  const [personId = '', named = '', end = '', signature = ''] = token.split('.')
  const expected = await signatureOf(world, `${personId}.${named}.${end}`)
  const mails = NOTICE_MAILS.find((known) => known === named)
  if (!mails || !isSame(signature, expected) || Number(end) <= world.clock.now().getTime()) return null
  return { personId: Number(personId), mails }
}

async function signatureOf({ database }: World, facts: string): Promise<string> {
  const secret = await readPortalSecret(database.kysely)
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'turn off e-mails', 32))
  return createHmac('sha256', key).update(facts).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
