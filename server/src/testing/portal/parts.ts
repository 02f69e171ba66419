import type { openIssuers } from './issuers.ts'
import type { PortalPart } from './part.ts'

/** How each part is opened. Its code is loaded only for tests that use it. */
const OPENERS = {
  backups: async () => (await import('./backups.ts')).openBackups(),
  dropFolder: async () => (await import('./drop-folder.ts')).openDropFolder(),
  issuers: async (option: Parameters<typeof openIssuers>[0]) =>
    (await import('./issuers.ts')).openIssuers(option),
  mailbox: async () => (await import('./mailbox.ts')).openMailbox(),
  meter: async () => (await import('./meter.ts')).openMeter(),
  scanner: async () => (await import('./scanner.ts')).openScanner(),
}

type Openers = typeof OPENERS
export type PartName = keyof Openers
/** The options of each part; `true` for a part without options. */
export type PartOptions = {
  readonly [Name in PartName]?: Parameters<Openers[Name]> extends [infer Option] ? Option : true
}
/** What each part gives to the test. */
export type Parts = { readonly [Name in PartName]: ReturnType<Awaited<ReturnType<Openers[Name]>>['give']> }

type NamedPart = PortalPart<unknown> & { readonly name: PartName }

export async function openParts(options: PartOptions): Promise<NamedPart[]> {
  const openers = OPENERS as Record<PartName, (option: unknown) => Promise<PortalPart<unknown>>>
  const names = (Object.keys(OPENERS) as PartName[]).filter((name) => options[name] !== undefined)
  return Promise.all(names.map(async (name) => ({ ...(await openers[name](options[name])), name })))
}
