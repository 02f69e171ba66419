import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { leetspeakReadings } from './leetspeak.ts'

const require = createRequire(import.meta.url)
/** The 49,000 most frequent stolen passwords, in lower case: an array of strings, as JSON. */
const LIST = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')
const NUMBER_OR_MARKS_BEHIND = /[^\p{L}]{1,4}$/u

const INITIALS_BEFORE_A_NUMBER = /^\p{L}{1,3}(?=\d{5})/u

export type CommonPasswords = {
  /**
   * Returns whether the list contains the password. It also tries the password without up to four trailing digits or
   * marks ('Football@123'), and without initials before a number ('Mm123456'). It ignores case, and reads digits and
   * marks that replace letters ('f00tball').
   */
  has(password: string): Promise<boolean>
}

/** Reads the list only when the first password is chosen: most servers of the portal check none for days. */
export function createCommonPasswords(file = LIST): CommonPasswords {
  let reading: Promise<ReadonlySet<string>> | null = null

  const list = () => {
    reading ??= readList(file).catch((error: unknown) => {
      // The process may have lacked file handles only briefly, so the next call reads again.
      reading = null
      throw error
    })
    return reading
  }

  return { has: async (password) => isAmong(await list(), password) }
}

function isAmong(listed: ReadonlySet<string>, password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const spellings = [plain, plain.replace(INITIALS_BEFORE_A_NUMBER, '')].flatMap((spelling) => [
    spelling,
    spelling.replace(NUMBER_OR_MARKS_BEHIND, ''),
  ])
  return spellings.some((spelling) =>
    [spelling, ...leetspeakReadings(spelling)].some((word) => listed.has(word)),
  )
}

async function readList(file: string): Promise<ReadonlySet<string>> {
  return new Set(JSON.parse(await readFile(file, 'utf8')) as string[])
}
