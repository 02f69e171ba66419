import { join } from 'node:path'

/**
 * The environment of tests and of the processes that they start. It shares compiled code: without this, each start of a
 * server strips the types of a thousand files again. The folder is that of `server/compiled-code.js`.
 * Servers of tests leave the texts to workers, so that no upload of another test starts OCR.
 */
export const TEST_ENVIRONMENT = {
  WORKER_LANES: 'texts',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/portal'),
}
