/**
 * The work's own outcome, if it comes in time.
 * @param bound milliseconds; a detector of what hangs, so generous.
 * @throws Error that names what was waited for, when the bound is over. The work itself is not stopped.
 */
export async function within<T>(bound: number, what: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const alarm = setTimeout(() => reject(new Error(`${what} took more than ${bound / 1000} s.`)), bound)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(alarm)
  }
}
