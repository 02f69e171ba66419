import { anybody, get, type Line } from './line.ts'

const post =
  (url: string, payload?: object): Line['ask'] =>
  () => ({ method: 'POST', url: `/api${url}`, ...(payload && { payload }) })

/** Well-formed, but without a valid signature. */
const NO_PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const NO_ASSERTION = {
  ...NO_PASSKEY,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const NO_ATTESTATION = { ...NO_PASSKEY, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }

/** Calls of the rooms sign-in and account. */
export const accountLines: Readonly<Record<string, Line>> = {
  getConfig: { ask: get(() => '/config'), status: anybody(200) },
  getSession: { ask: get(() => '/auth/session'), status: ({ isSignedIn }) => (isSignedIn ? 200 : 401) },
  chooseCounty: {
    ask: ({ countyId }) => ({ method: 'POST', url: '/api/auth/county', payload: { countyId } }),
    status: ({ memberOf }, countyId) => (memberOf.includes(countyId) ? 200 : 403),
  },
  login: {
    ask: ({ email }) => ({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: email, password: 'wrong one' },
    }),
    status: anybody(401),
  },
  // No one here has begun a two-step sign-in, and it needs a right code.
  loginWithCode: { ask: post('/auth/login/code', { code: 'no code' }), status: anybody(403) },
  getSecondFactor: { ask: get(() => '/auth/second-factor'), status: anybody(200) },
  beginSecondFactor: {
    ask: post('/auth/second-factor/set-up'),
    status: anybody(200),
    changesSession: true,
  },
  confirmSecondFactor: {
    ask: post('/auth/second-factor', { code: ' ' }),
    status: anybody(400),
  },
  removeSecondFactor: {
    ask: () => ({ method: 'DELETE', url: '/api/auth/second-factor' }),
    status: anybody(409),
  },
  renewRecoveryCodes: { ask: post('/auth/second-factor/recovery-codes'), status: anybody(409) },
  logout: { ask: post('/auth/logout'), status: anybody(200), changesSession: true },
  proveIdentity: {
    ask: post('/auth/prove', { password: 'a long and quiet password' }),
    status: anybody(200),
    changesSession: true,
  },
  beginPasskeyProof: { ask: post('/auth/prove/begin'), status: anybody(200) },
  beginPasskeySignIn: { ask: post('/auth/passkey-login/begin'), status: anybody(200) },
  loginByPasskey: { ask: post('/auth/passkey-login', { passkey: NO_ASSERTION }), status: anybody(401) },
  listPasskeys: { ask: get(() => '/auth/passkeys'), status: anybody(200) },
  beginPasskey: { ask: post('/auth/passkeys/begin'), status: anybody(200) },
  addPasskey: {
    ask: post('/auth/passkeys', { name: 'Laptop', passkey: NO_ATTESTATION }),
    status: anybody(400),
  },
  // It does not exist.
  renamePasskey: {
    ask: () => ({ method: 'PATCH', url: '/api/auth/passkeys/2000000000', payload: { name: 'Laptop' } }),
    status: anybody(404),
  },
  removePasskey: {
    ask: () => ({ method: 'DELETE', url: '/api/auth/passkeys/2000000000' }),
    status: anybody(404),
  },
  listIssuers: { ask: get(() => '/auth/oidc'), status: anybody(200) },
  // There is no issuer here.
  beginSingleSignOn: { ask: post('/auth/oidc/nobody/begin'), status: anybody(404) },
  finishSingleSignOn: { ask: get(() => '/auth/oidc/nobody/callback?code=x&state=x'), status: anybody(303) },
  // Nothing is pending.
  getIdentityToJoin: { ask: get(() => '/auth/oidc/join'), status: anybody(200) },
  joinIdentity: { ask: post('/auth/oidc/join'), status: anybody(409) },
  listIdentities: { ask: get(() => '/auth/identities'), status: anybody(200) },
  removeIdentity: {
    ask: () => ({ method: 'DELETE', url: '/api/auth/identities/2000000000' }),
    status: anybody(404),
  },
  getAccount: { ask: get(() => '/auth/account'), status: anybody(200) },
  patchAccount: {
    ask: () => ({ method: 'PATCH', url: '/api/auth/account', payload: { name: 'Ann Reeves' } }),
    status: anybody(200),
    changesSession: true,
  },
  changePassword: {
    ask: post('/auth/change-password', {
      currentPassword: 'a wrong password',
      newPassword: 'copper ledger 1926',
    }),
    status: anybody(403),
  },
  listSessions: { ask: get(() => '/auth/sessions'), status: anybody(200) },
  // It does not exist.
  endSession: {
    ask: () => ({ method: 'DELETE', url: '/api/auth/sessions/2000000000' }),
    status: anybody(404),
  },
  endOtherSessions: { ask: () => ({ method: 'DELETE', url: '/api/auth/sessions' }), status: anybody(200) },
  listTokens: { ask: get(() => '/auth/tokens'), status: anybody(200) },
  createToken: {
    ask: post('/auth/tokens', { label: ' ', rights: 'read', expiresInDays: 1 }),
    status: anybody(400),
  },
  // It does not exist.
  revokeToken: {
    ask: () => ({ method: 'DELETE', url: '/api/auth/tokens/2000000000' }),
    status: anybody(404),
  },
  listAllTokens: { ask: get(() => '/admin/tokens'), status: anybody(200) },
  revokeAnyToken: {
    ask: () => ({ method: 'DELETE', url: '/api/admin/tokens/2000000000' }),
    status: anybody(404),
  },
  listOwnActs: { ask: get(() => '/auth/acts'), status: anybody(200), tellsOwnActs: true },
  listRegistrationCounties: { ask: get(() => '/auth/counties'), status: anybody(200) },
  register: {
    ask: post('/auth/register', { email: 'x@staff.example', password: 'a long and quiet password' }),
    status: anybody(200),
  },
  requestReset: {
    ask: ({ email }) => ({ method: 'POST', url: '/api/auth/reset-password', payload: { email } }),
    status: anybody(200),
  },
  lookAtPasswordLink: {
    ask: ({ email }) => ({ method: 'POST', url: '/api/auth/password-link', payload: { email, token: 'x' } }),
    status: anybody(200),
  },
  confirmReset: {
    ask: ({ email }) => ({
      method: 'POST',
      url: '/api/auth/confirm-reset-password',
      payload: { email, token: 'x', newPassword: 'long and new', confirmPassword: 'long and new' },
    }),
    status: anybody(400),
  },
  confirmAccount: {
    ask: ({ email }) => ({
      method: 'POST',
      url: '/api/auth/confirm-account',
      payload: { email, token: 'x' },
    }),
    status: anybody(400),
  },
  resendConfirmation: {
    ask: ({ email }) => ({ method: 'POST', url: '/api/auth/resend-confirmation', payload: { email } }),
    status: anybody(200),
  },
}
