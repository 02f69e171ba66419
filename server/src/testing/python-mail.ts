import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What Python's own mail parser makes of a mail: a second opinion, of another house than our composer's. */
export type PythonMail = {
  defects: string[]
  subject: string
  to: string
  messageId: string
  text: string
  html: string
}

const PARSE = `
import base64, email, email.policy, json, sys
mail = email.message_from_bytes(base64.b64decode(sys.argv[1]), policy=email.policy.default)
parts = list(mail.walk())
defects = [repr(d) for p in parts for d in p.defects]
defects += [repr(d) for p in parts for v in p.values() for d in getattr(v, 'defects', ())]
body = lambda kind: mail.get_body((kind,)).get_content().replace('\\r\\n', '\\n')
print(json.dumps({'defects': defects, 'subject': mail['subject'], 'to': mail['to'],
  'messageId': mail['message-id'], 'text': body('plain'), 'html': body('html')}))
`

const run = promisify(execFile)

/** Null where there is no python3 on PATH. */
export async function parseWithPython(raw: Buffer): Promise<PythonMail | null> {
  try {
    const { stdout } = await run('python3', ['-c', PARSE, raw.toString('base64')])
    return JSON.parse(stdout) as PythonMail
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
