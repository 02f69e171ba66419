import { reasonIn, runProgram } from '../../engines/database/embedded/run-program.ts'
import { engineUser } from './engine-folder.ts'

/** Runs a program of an engine to its end, as whoever engines run as. @throws where it fails, with what it said. */
export async function runAsEngine(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const words = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const user = engineUser()
  const outcome = await runProgram({ file: 'env', args: [...words, file, ...args], ...(user && { user }) })
  if (outcome.code !== 0) throw new Error(`${file} ended with ${outcome.code}: ${reasonIn(outcome.output)}`)
  return outcome.output
}
