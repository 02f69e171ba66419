import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { entityTag } from '@portal/server/src/engines/http/entity-tag.ts'
import { hashToken } from '@portal/server/src/records/sessions/token.ts'
import { Pool } from 'pg'

/** The least that may say 304: it asks in one query who calls, and which version of the document there is. */
const pool = new Pool({ ...JSON.parse(process.env['FLOOR_CONNECTION'] ?? '{}'), max: 10 })

const WHO_AND_WHICH = {
  name: 'who-and-which',
  text: `SELECT account.role, document.sha256 AS version
    FROM session JOIN account ON account.id = session.account_id CROSS JOIN document
    WHERE session.token_hash = $1 AND document.id = $2`,
}

const server = createServer((request, reply) => void answer(request, reply))

async function answer({ headers, url }: IncomingMessage, reply: ServerResponse): Promise<void> {
  const token = /=([^;]*)/.exec(headers.cookie ?? '')?.[1]
  const documentId = /\d+/.exec(url ?? '')?.[0]
  if (token === undefined || documentId === undefined) return void reply.writeHead(200).end()
  const { rows } = await pool.query<{ role: string; version: Buffer }>({
    ...WHO_AND_WHICH,
    values: [hashToken(token), documentId],
  })
  const isUnchanged = rows[0] !== undefined && headers['if-none-match'] === entityTag(rows[0].version)
  reply.writeHead(isUnchanged ? 304 : 404).end()
}

server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
