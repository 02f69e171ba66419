import { installEngines } from './packages.ts'

try {
  await installEngines(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
