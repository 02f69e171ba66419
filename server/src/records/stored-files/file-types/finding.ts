/** What the bytes say about the kind that the name claims. `protected`: an Office package under a password. */
export type Finding = 'valid' | 'invalid' | 'protected'
