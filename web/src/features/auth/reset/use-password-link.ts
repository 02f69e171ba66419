import { lookAtPasswordLink } from '@portal/contract/sign-in/registration.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { fieldsOf } from '../../../lib/wire.ts'
import type { MailedLink } from '../mailed-link.ts'

type Found = ResultOf<typeof lookAtPasswordLink>

/** The form stays for a link that the server does not know, and while it has not said what it is. */
const UNKNOWN: Found = { state: 'unknown', isFirst: false, counties: [] }

async function lookAt({ email, token }: Omit<MailedLink, 'isWhole'>): Promise<Found> {
  try {
    const { state, isFirst, counties } = fieldsOf(await call(lookAtPasswordLink, { body: { email, token } }))
    return { state: state ?? 'unknown', isFirst: isFirst ?? false, counties: counties ?? [] }
  } catch {
    // The form works without it, and says itself what is wrong.
    return UNKNOWN
  }
}

/** What the server knows of a mailed link; `lookAgain` asks anew. */
export function usePasswordLink({ email, token, isWhole }: MailedLink) {
  const [found, setFound] = useState(UNKNOWN)
  useEffect(() => {
    let isHere = isWhole
    if (isWhole) void lookAt({ email, token }).then((answer) => isHere && setFound(answer))
    return () => {
      isHere = false
    }
  }, [email, token, isWhole])
  return { found, lookAgain: async () => setFound(await lookAt({ email, token })) }
}
