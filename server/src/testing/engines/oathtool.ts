import { runAsEngine } from './run-as-engine.ts'
import { requireProgram } from './packages.ts'

/** The codes of OATH Toolkit for a secret in base 32: the current one, and those that follow it. */
export async function codesOfOathtool(
  secret: string,
  { at, count = 1 }: { at: Date; count?: number },
): Promise<string[]> {
  const oathtool = requireProgram('/usr/bin/oathtool')
  const now = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const words = ['--totp', '--base32', '--now', now, '--window', String(count - 1), secret]
  return (await runAsEngine(oathtool, words)).trim().split('\n')
}
