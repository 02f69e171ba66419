/** Whether the bytes match the type that the name claims. `protected`: an Office package with a password. */
export type Finding = 'valid' | 'invalid' | 'protected'
