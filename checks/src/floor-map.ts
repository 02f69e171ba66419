const SERVER_FLOOR = /^\s+(engines|records|rooms)\/\s+(.+)$/gm
const FEATURES = /features\/ ([^;]+);/
/** `upload/{form,sheet}` is a feature with its parts. */
const FEATURE = /^([\w-]+)(?:\/\{([\w,-]+)\})?$/

/** The folders that the map of a page names: engines, records, rooms, and features with their parts, in order. */
export function foldersOfMap(page: string): string[] {
  const ofServer = [...page.matchAll(SERVER_FLOOR)].flatMap(([, floor = '', names = '']) =>
    wordsOf(names).map((name) => `server/src/${floor}/${name}`),
  )
  const ofWeb = wordsOf(FEATURES.exec(page)?.[1] ?? '').flatMap((word) => {
    const [, feature = word, parts] = FEATURE.exec(word) ?? []
    const path = `web/src/features/${feature}`
    return [path, ...(parts?.split(',') ?? []).map((part) => `${path}/${part}`)]
  })
  return [...ofServer, ...ofWeb].toSorted()
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
