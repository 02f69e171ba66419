import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { StartError } from '../engines/config/start-error.ts'
import { openEmbedded } from '../engines/database/embedded/launch.ts'
import { thisPlace } from '../engines/place.ts'

// A process that uses the embedded database like one in a container, with short waits. It prints 'open N' with the
// number of rows found, 'wrote N' for each acknowledged row, 'refused …', and log lines.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    // A simulated container of this name, where no real one can be created.
    place: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
// A long line may still be in the pipe to its reader.
const end = (code: number) => process.stdout.write('', () => process.exit(code))
const tell = (_fields: object, message: string) => say(message)
const place =
  values.place === undefined
    ? thisPlace()
    : { ...thisPlace(), host: values.place, pidNamespace: `pid of ${values.place}` }

try {
  const { owner, close } = await openEmbedded(positionals[0] ?? '', {
    server: values.server,
    log: { info: tell, warn: tell, error: tell },
    lease: { place, times: { beat: 100, stale: 2000, fence: 1000 } },
  })
  const client = new Client(owner)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS kept (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY)')
  const { rows } = await client.query<{ ids: number[] | null }>('SELECT array_agg(id) AS ids FROM kept')
  say(`open ${(rows[0]?.ids ?? []).join(',')}`)
  while (values.write) {
    const written = await client.query<{ id: number }>('INSERT INTO kept DEFAULT VALUES RETURNING id')
    say(`wrote ${written.rows[0]?.id}`)
  }
  await client.end()
  await close()
  say('closed')
  end(0)
} catch (error) {
  say(error instanceof StartError ? `refused ${error.message}` : `failed ${String(error)}`)
  end(1)
}
