type Info = { readonly importers: readonly string[]; readonly isEntry: boolean } | null
type Context = { getModuleInfo(id: string): Info }

const SIGN_IN_SCREEN = '/login-page.tsx'

/** Stands on the ground: a part of it within the ground would run before what it stands on, and the page stay empty. */
const ABOVE_THE_GROUND = /\/features\/auth\//u

/** Parts of libraries that are there by their index only; the bundler itself leaves them to who uses them. */
const BY_INDEX_ONLY =
  /\/icons\/Icon(?!X\.|AlertTriangle\.|CircleCheck\.)|mutationObserver|useMutation|[iI]nfiniteQuery(?!Behavior)/u

/**
 * Puts all that the sign-in screen needs beside itself on a first visit, and that is in no other group, into one file:
 * what screens behind it need too would else lie in a dozen small ones, which are larger together, and a first visit
 * waits for each.
 */
export function firstVisit() {
  const found = new Map<string, boolean>()
  const isNeeded = (id: string, context: Context): boolean => {
    const known = found.get(id)
    if (known !== undefined) return known
    // Modules that import each other are needed if something else needs them.
    found.set(id, false)
    const info = context.getModuleInfo(id)
    const isIt =
      info !== null &&
      (info.isEntry ||
        id.endsWith(SIGN_IN_SCREEN) ||
        info.importers.some((importer) => isNeeded(importer, context)))
    found.set(id, isIt)
    return isIt
  }
  return (id: string, context: Context) =>
    !ABOVE_THE_GROUND.test(id) && !BY_INDEX_ONLY.test(id) && isNeeded(id, context) ? 'ground' : null
}
