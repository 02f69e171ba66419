/** What an issuer says of somebody, by the names of OpenID Connect Core, section 5.1. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * What the ID token says, and what it leaves out by the user info. That an address is verified counts for the address that
 * it was said of: an ID token with another one is not verified by the user info.
 */
export function joinClaims(token: Claims, userInfo: Claims, verifiedClaim: string): Claims {
  return { ...userInfo, ...token, [verifiedClaim]: aboutAddress(token, userInfo)[verifiedClaim] }
}

function aboutAddress(token: Claims, userInfo: Claims): Claims {
  if (token['email'] === undefined) return userInfo
  return token['email'] === userInfo['email'] ? { ...userInfo, ...token } : token
}
