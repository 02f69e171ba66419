import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

type Kept = { readonly uid: number; readonly raw: Buffer; isDeleted?: boolean }
type Folder = { validity: number; next: number; messages: Kept[] }

/** Faults that last as long as they are set. */
type Trouble = {
  /** Cuts the connection after this many bytes of messages. */
  cutAfterBytes?: number | undefined
  /** Refuses these commands, such as `UID MOVE`. */
  refuses?: string | undefined
  /** Cannot read the message with this number. */
  unreadable?: number | undefined
  /** Responds to a move without the new UID. */
  isSilent?: boolean | undefined
  /** Accepts a connection and sends nothing. */
  neverGreets?: boolean | undefined
  /** Called before a message is read. */
  beforeFetch?: (() => void) | undefined
}

type Options = {
  readonly password?: string
  readonly capabilities?: string
  readonly tls?: { readonly cert: string; readonly key: string }
}

/** An IMAP4rev1 server in memory, with the commands of a client that reads and moves messages. */
export async function fakeImap({
  password = 'a quiet word',
  capabilities = 'MOVE UIDPLUS',
  tls,
}: Options = {}) {
  const folders = new Map<string, Folder>([['INBOX', newFolder(1)]])
  const trouble: Trouble = {}
  const sockets = new Set<Socket>()
  const signedIn = { times: 0 }
  const asked = { times: 0 }
  const serve = (socket: Socket) => {
    sockets.add(socket)
    asked.times += 1
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    if (trouble.neverGreets === true) socket.resume()
    else talk({ socket, folders, trouble, password, capabilities, signedIn })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  server.on('tlsClientError', () => undefined)
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const leave = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const inbox = () => folders.get('INBOX') ?? newFolder(1)
  return {
    port,
    password,
    trouble,
    signedIn,
    /** How often clients have connected. */
    asked,
    deliver: (raw: Buffer | string) => add(inbox(), Buffer.from(raw)),
    /** Gives all messages other UIDs, as after a repair. */
    renumber() {
      const { validity, messages } = inbox()
      const anew = newFolder(validity + 1)
      for (const { raw } of messages) add(anew, raw)
      folders.set('INBOX', anew)
    },
    /** Marks all messages of the inbox as deleted, like another client. */
    markDeleted: () => inbox().messages.forEach((message) => (message.isDeleted = true)),
    /** Removes all messages of the inbox, like another client. */
    empty: () => void (inbox().messages = []),
    lying: () => ({
      arrived: inbox().messages.length,
      accepted: folders.get('Accepted')?.messages.length ?? 0,
      refused: folders.get('Refused')?.messages.length ?? 0,
      waiting: folders.get('Waiting')?.messages.length ?? 0,
    }),
    /** The number of open connections. */
    connections: () => sockets.size,
    leave,
    comeBack: () => listen(port),
    close: leave,
  }
}

export type FakeImap = Awaited<ReturnType<typeof fakeImap>>

function newFolder(validity: number): Folder {
  return { validity, next: 1, messages: [] }
}

function add(folder: Folder, raw: Buffer): number {
  const uid = folder.next++
  folder.messages.push({ uid, raw })
  return uid
}

type Talk = {
  readonly socket: Socket
  readonly folders: Map<string, Folder>
  readonly trouble: Trouble
  readonly password: string
  readonly capabilities: string
  readonly signedIn: { times: number }
}

function talk(told: Talk): void {
  const { socket } = told
  const state: State = { selected: '', sent: 0, signsInBy: null }
  let rest = ''
  socket.write('* OK ready\r\n')
  socket.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) answer(told, state, line)
  })
}

type State = {
  selected: string
  sent: number
  /** The tag of the client that was asked for a password. */ signsInBy: string | null
}

function answer(told: Talk, state: State, line: string): void {
  const [, tag = '*', command = '', words = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/.exec(line) ?? []
  const name = command.toUpperCase()
  const say = (...lines: string[]) => told.socket.write(lines.map((each) => `${each}\r\n`).join(''))
  if (state.signsInBy !== null)
    return void say(`${state.signsInBy} NO [AUTHENTICATIONFAILED] not you: ${line}`)
  if (name === 'AUTHENTICATE') {
    state.signsInBy = tag
    return void say('+ ')
  }
  if (told.trouble.refuses === name) return void say(`${tag} NO not now`)
  const handler = COMMANDS[name]
  if (!handler) return void say(`${tag} BAD what is ${name}?`)
  const said = handler(told, state, words)
  if (said !== null) say(`${tag} ${said}`)
}

type Handler = (told: Talk, state: State, words: string) => string | null

const unquoted = (word = '') => word.replaceAll(/^"|"$/g, '')

const COMMANDS: Readonly<Record<string, Handler>> = {
  CAPABILITY({ socket, capabilities }) {
    socket.write(`* CAPABILITY IMAP4rev1 ${capabilities}\r\n`)
    return 'OK done'
  },
  LOGIN({ password, signedIn }, _state, words) {
    if (!words.endsWith(` "${password}"`) && !words.endsWith(` ${password}`))
      // Some servers repeat the rejected command.
      return `NO [AUTHENTICATIONFAILED] not you: LOGIN ${words}`
    signedIn.times += 1
    return 'OK welcome'
  },
  LIST({ socket }) {
    socket.write('* LIST (\\Noselect) "/" ""\r\n')
    return 'OK done'
  },
  NOOP: () => 'OK done',
  SUBSCRIBE: () => 'OK done',
  LOGOUT({ socket }) {
    socket.write('* BYE\r\n')
    return 'OK done'
  },
  CREATE({ folders }, _state, words) {
    const name = unquoted(words)
    if (folders.has(name)) return 'NO [ALREADYEXISTS] it is there'
    folders.set(name, newFolder(7))
    return 'OK done'
  },
  SELECT({ socket, folders }, state, words) {
    const folder = folders.get(unquoted(words))
    if (!folder) return 'NO [NONEXISTENT] there is none'
    state.selected = unquoted(words)
    socket.write(
      `* ${folder.messages.length} EXISTS\r\n* OK [UIDVALIDITY ${folder.validity}] valid\r\n* FLAGS (\\Seen \\Deleted)\r\n`,
    )
    return 'OK [READ-WRITE] done'
  },
  'UID SEARCH'({ socket, folders }, { selected }, words) {
    const only = /UID (\d+)/u.exec(words)?.[1]
    const asked = (folders.get(selected)?.messages ?? []).filter(
      ({ isDeleted }) => !(isDeleted && words.includes('UNDELETED')),
    )
    const uids = asked.map(({ uid }) => String(uid))
    socket.write(`* SEARCH ${uids.filter((uid) => only === undefined || uid === only).join(' ')}\r\n`)
    return 'OK done'
  },
  'UID FETCH'(told, state, words) {
    const { socket, folders, trouble } = told
    trouble.beforeFetch?.()
    const [, uid, start, most] = /^(\d+) .*<(\d+)\.(\d+)>/u.exec(words) ?? []
    if (Number(uid) === trouble.unreadable) return 'NO [SERVERBUG] it is damaged'
    const messages = folders.get(state.selected)?.messages ?? []
    const at = messages.findIndex((message) => String(message.uid) === uid)
    const found = messages[at]
    if (!found) return 'OK nothing of that'
    const piece = found.raw.subarray(Number(start), Number(start) + Number(most))
    socket.write(`* ${at + 1} FETCH (UID ${uid} BODY[]<${start}> {${piece.length}}\r\n`)
    const left = (trouble.cutAfterBytes ?? Infinity) - state.sent
    state.sent += piece.length
    if (piece.length > left) {
      socket.write(piece.subarray(0, Math.max(0, left)))
      socket.end()
      return null
    }
    socket.write(piece)
    socket.write(')\r\n')
    return 'OK done'
  },
  'UID MOVE'({ socket, folders, trouble }, { selected }, words) {
    const [uid = '', target = ''] = words.split(' ').map(unquoted)
    const [from, to] = [folders.get(selected), folders.get(target)]
    if (!to) return 'NO [TRYCREATE] there is none'
    const found = from?.messages.find((message) => String(message.uid) === uid)
    if (!from || !found) return 'OK nothing of that'
    from.messages = from.messages.filter((message) => message !== found)
    const there = add(to, found.raw)
    if (!trouble.isSilent) socket.write(`* OK [COPYUID ${to.validity} ${uid} ${there}] moved\r\n`)
    socket.write('* 1 EXPUNGE\r\n')
    return 'OK done'
  },
}
