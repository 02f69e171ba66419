import { CONFIRMED, confirmAccount } from '@portal/contract/sign-in/registration.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { confirmationFailure, INCOMPLETE_LINK, type Confirmation } from './confirm-texts.ts'
import type { MailedLink } from '../mailed-link.ts'
import { readMessage } from '../auth.wire.ts'

async function confirm({ email, token }: MailedLink, signal: AbortSignal): Promise<Confirmation> {
  try {
    const answer = await call(confirmAccount, { body: { email, token }, signal })
    return { state: 'confirmed', message: readMessage(answer, CONFIRMED) }
  } catch (error) {
    return confirmationFailure(error)
  }
}

/** Confirms an address as soon as its link is opened; null while that is on its way. */
export function useConfirmation(link: MailedLink): Confirmation | null {
  const [ended, setEnded] = useState<Confirmation | null>(link.isWhole ? null : INCOMPLETE_LINK)
  const { email, token, isWhole } = link
  useEffect(() => {
    if (!isWhole) return undefined
    const leaving = new AbortController()
    const verify = async () => {
      const found = await confirm({ email, token, isWhole }, leaving.signal)
      if (!leaving.signal.aborted) setEnded(found)
    }
    void verify()
    return () => leaving.abort()
  }, [email, token, isWhole])
  return ended
}
