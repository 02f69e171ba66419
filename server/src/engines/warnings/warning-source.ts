import type { WarningScreen } from '@portal/contract/operations/state.ts'

/** What is always true of a warning. `advice` says in a sentence what to do. */
export type WarningFacts = {
  readonly advice: string
  /** The screen that shows what the warning is about. */
  readonly screen?: WarningScreen
}

/** A warning as its source finds it. `text` names no person and no secret. */
export type FoundWarning<Code extends string = string> = { readonly code: Code; readonly text: string }

/** A warning for the person who runs the portal. */
export type Warning = FoundWarning & {
  readonly advice: string | null
  readonly screen: WarningScreen | null
}

type Facts<Code extends string> = Readonly<Record<Code, WarningFacts>>

/** Knows its warnings without waiting. */
export type QuickWarningSource<W, Code extends string = string> = {
  /** The facts of each warning, by its code. A code never changes. */
  readonly warnings: Facts<Code>
  readonly subject?: undefined
  collect(world: W): readonly FoundWarning<Code>[]
}

/** Reads its warnings. The portal asks at most every 5 seconds, and gives up after two. */
export type SlowWarningSource<W, Code extends string = string> = {
  readonly warnings: Facts<Code>
  /** What it reads, as a reader knows it: "The portal could not look at its mail". */
  readonly subject: string
  collect(world: W): Promise<readonly FoundWarning<Code>[]>
}

/** A part of the portal that warns. */
export type WarningSource<W, Code extends string = string> =
  | QuickWarningSource<W, Code>
  | SlowWarningSource<W, Code>

/** Adds the facts of the source to what it found. */
export function withFacts(
  { warnings }: Pick<WarningSource<never>, 'warnings'>,
  found: readonly FoundWarning[],
): Warning[] {
  return found.map(({ code, text }) => {
    const { advice = null, screen = null } = warnings[code] ?? {}
    return { code, text, advice, screen }
  })
}

type Texts<Code extends string> = Readonly<Partial<Record<Code, string | false>>>

/** The warnings that have a text, in the order of their codes. */
export function textsByCode<Code extends string>(texts: Texts<Code>): FoundWarning<Code>[] {
  const codes = Object.keys(texts) as Code[]
  return codes.flatMap((code) => {
    const text: string | false | undefined = texts[code]
    return typeof text === 'string' ? [{ code, text }] : []
  })
}
