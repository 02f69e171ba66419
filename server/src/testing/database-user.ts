import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { StartError } from '../engines/config/start-error.ts'
import { openDatabase } from '../engines/database/open-database.ts'

// A process that uses a database like the portal, for tests that kill it. It prints its events: 'open', 'refused …',
// log lines, 'wrote N' for each acknowledged row, 'closed'.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    poll: { type: 'boolean', default: false },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
// A long line may still be in the pipe to its reader.
const end = (code: number) => process.stdout.write('', () => process.exit(code))
const tell = (_fields: object, message: string) => say(message)

try {
  const database = await openDatabase({
    databaseUrl: null,
    databasePrepare: true,
    dataDir: positionals[0] ?? '',
    server: values.server,
    poolSize: 4,
    log: { info: tell, warn: tell, error: tell },
  })
  const close = async () => {
    await database.close()
    say('closed')
    end(0)
  }
  process.on('SIGTERM', () => void close())
  await database.pool.query('SELECT 1')
  say('open')
  if (values.once) await close()
  if (values.write) await writeRows()
  if (values.poll) await poll()

  async function writeRows(): Promise<void> {
    // Once and before the four: IF NOT EXISTS fails if two create the table at the same moment.
    await database.asOwner(async (owner) => {
      await owner.query(
        'CREATE TABLE IF NOT EXISTS kept (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY)',
      )
      await owner.query('GRANT SELECT, INSERT ON kept TO PUBLIC')
    })
    await Promise.all([1, 2, 3, 4].map(writeWithoutEnd))
  }

  async function writeWithoutEnd(): Promise<void> {
    for (;;) {
      const { rows } = await database.pool.query<{ id: number }>(
        'INSERT INTO kept DEFAULT VALUES RETURNING id',
      )
      say(`wrote ${rows[0]?.id}`)
    }
  }

  /** Reports each time that the same pool works again after a failure. */
  async function poll(): Promise<void> {
    let worked = true
    for (;;) {
      try {
        await database.kysely
          .transaction()
          .execute((db) => db.selectNoFrom((is) => is.lit(1).as('one')).execute())
        if (!worked) say('works again')
        worked = true
      } catch {
        worked = false
      }
      await sleep(20)
    }
  }
} catch (error) {
  say(error instanceof StartError ? `refused ${error.message}` : `failed ${String(error)}`)
  end(1)
}
