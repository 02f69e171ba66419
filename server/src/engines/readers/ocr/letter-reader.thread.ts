import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'

// The thread of tesseract.js, as the package has it, but the data of each language comes from its package on the disk.
// The thread of the package reads all languages from one folder or from the network.

type Script = {
  dispatchHandlers(packet: unknown, send: (answer: unknown) => void): void
  setAdapter(adapter: object): void
}

const require = createRequire(import.meta.url)

/** `path` is the folder and the language, such as `4.0.0_best_int/eng.traineddata.gz`. */
async function readLanguage(path: string): Promise<Buffer> {
  const { dir, base } = parse(path)
  const [language = ''] = base.split('.')
  const root = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
  return readFile(join(root, dir, base))
}

async function refuse(): Promise<never> {
  throw new Error('The recognition of letters uses no network and no cache.')
}

const script = require('tesseract.js/src/worker-script') as Script
script.setAdapter({
  getCore: require('tesseract.js/src/worker-script/node/getCore') as unknown,
  gunzip: gunzipSync,
  fetch: refuse,
  readCache: readLanguage,
  writeCache: refuse,
  deleteCache: refuse,
  checkCache: refuse,
})
parentPort?.on('message', (packet: unknown) => {
  script.dispatchHandlers(packet, (answer) => parentPort?.postMessage(answer, []))
})
