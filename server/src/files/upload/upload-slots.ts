import { TOO_MANY_AT_ONCE } from '@portal/contract/files.ts'
import { tooMany, unavailable } from '../../http/errors.ts'

/** Uploads of all people at once: memory and open files stay bounded. */
const AT_ONCE = 64
/** Two tabs that send three files each. */
const OF_ONE_PERSON = 6
/** Of all places, those for people who have none: many who take their whole share leave these to the others. */
const FOR_NEWCOMERS = 16
/** More of one person are refused at once: each one that waits holds a connection. */
const WAITING_OF_ONE_PERSON = AT_ONCE - OF_ONE_PERSON
/** Milliseconds: longer than a sender may stand still, shorter than proxies wait for a reader. */
const PATIENCE = 50_000
/** Seconds, as with every outage. */
const AGAIN_IN = 5

const ALL_TAKEN = 'Too many files are being uploaded right now. Please try again in a moment.'

export type UploadSlots = {
  /** Does `upload` in a place of that person; throws 429 or 503, without having begun, when none came free in time. */
  run<T>(personId: number, upload: () => Promise<T>): Promise<T>
}

/** Somebody with uploads under way or waiting; `waiting` holds what begins each, the one that came first in front. */
type Sender = { taken: number; readonly waiting: Set<() => void> }

/**
 * Shares the places for uploads out: nobody has more than `ofOnePerson`, so nobody can stop all others. What is beyond
 * that, or beyond `atOnce` in all, waits unread for `patience` milliseconds. The last `forNewcomers` places are for
 * people who have none. A place that comes free goes to the person
 * who has the fewest, then to the one served longest ago, however many uploads others let wait.
 */
export function createUploadSlots({
  atOnce = AT_ONCE,
  ofOnePerson = OF_ONE_PERSON,
  forNewcomers = FOR_NEWCOMERS,
  waitingOfOnePerson = WAITING_OF_ONE_PERSON,
  patience = PATIENCE,
} = {}): UploadSlots {
  /** The one who was served longest ago in front. */
  const senders = new Map<number, Sender>()
  let taken = 0

  const hasShare = (sender: Sender) => sender.taken < ofOnePerson
  const hasRoom = (sender: Sender) => taken < (sender.taken === 0 ? atOnce : atOnce - forNewcomers)
  const take = (personId: number, sender: Sender) => {
    taken++
    sender.taken++
    senders.delete(personId)
    senders.set(personId, sender)
  }
  const forgetIfGone = (personId: number, { taken: own, waiting }: Sender) => {
    if (own === 0 && waiting.size === 0) senders.delete(personId)
  }
  /** Who has the fewest places of those that wait and may have more. */
  const nextToServe = () =>
    [...senders]
      .filter(([, sender]) => sender.waiting.size > 0 && hasShare(sender) && hasRoom(sender))
      .reduce<[number, Sender] | null>(
        (least, each) => (least && least[1].taken <= each[1].taken ? least : each),
        null,
      )
  const callWaiting = () => {
    const next = taken < atOnce ? nextToServe() : null
    if (!next) return
    const [personId, sender] = next
    const [begin] = sender.waiting
    if (!begin) return
    sender.waiting.delete(begin)
    take(personId, sender)
    begin()
    callWaiting()
  }
  const wait = (personId: number, sender: Sender) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        sender.waiting.delete(begin)
        forgetIfGone(personId, sender)
        reject(hasShare(sender) ? unavailable(ALL_TAKEN) : tooMany(TOO_MANY_AT_ONCE, AGAIN_IN))
      }, patience)
      sender.waiting.add(begin)
    })

  return {
    async run(personId, upload) {
      const sender = senders.get(personId) ?? { taken: 0, waiting: new Set() }
      senders.set(personId, sender)
      if (hasRoom(sender) && hasShare(sender)) take(personId, sender)
      else if (sender.waiting.size < waitingOfOnePerson) await wait(personId, sender)
      else throw tooMany(TOO_MANY_AT_ONCE, AGAIN_IN)
      try {
        return await upload()
      } finally {
        taken--
        sender.taken--
        forgetIfGone(personId, sender)
        callWaiting()
      }
    },
  }
}
