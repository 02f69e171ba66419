import { reasonIn, runProgram } from '../../engines/database/embedded/run-program.ts'
import { engineUser } from './engine-folder.ts'

/** Runs an engine's program to its end, as the engines' user. @throws if it fails, with its output. */
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
