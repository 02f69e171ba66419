import type { Passkey } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyRequest } from '@portal/contract/sign-in/webauthn.ts'
import type { OwnPasskeyRow } from '../../../records/accounts/passkeys/own-passkeys.repository.ts'
import { browserName } from '../../../records/sessions/browser-name.ts'

export function toPasskey({ id, name, addedAt, lastUsedAt, isBackedUp }: OwnPasskeyRow): Passkey {
  return {
    id,
    name,
    added: addedAt.toISOString(),
    lastUsed: lastUsedAt?.toISOString() ?? null,
    isBackedUp,
  }
}

/** Converts a passkey to the form that browsers receive. */
export function toKnownPasskey({
  credentialId,
  transports,
}: Pick<OwnPasskeyRow, 'credentialId' | 'transports'>): PasskeyRequest['allowCredentials'][number] {
  return { type: 'public-key', id: credentialId.toString('base64url'), transports }
}

/** The default name of a passkey that the user did not name. */
export function nameOfBrowser(userAgent: string | null): string {
  return browserName(userAgent) ?? 'Passkey'
}
