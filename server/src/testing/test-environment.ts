import { join } from 'node:path'

/**
 * What tests and the processes that they start find in their environment. What one process compiles, the next one loads:
 * without this, each start of a server strips the types of a thousand files again. The folder is that of
 * `server/compiled-code.js`.
 */
export const TEST_ENVIRONMENT = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/portal'),
}
