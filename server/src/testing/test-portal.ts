import { addCast, type Cast, type CastPerson, type CountyOf, type PersonOf } from './portal/cast.ts'
import { openPortal, type OpenOptions, type OpenPortal, type TestPerson } from './portal/open-portal.ts'
import { openParts, type PartName, type PartOptions, type Parts } from './portal/parts.ts'

export type { TestPerson } from './portal/open-portal.ts'

/** A caller without a session. */
export const ANONYMOUS_PERSON: TestPerson | null = null

type Nothing = { readonly cast?: never }
export type PortalOptions = Omit<OpenOptions, 'meterRequest'> & PartOptions & { readonly cast?: Cast }
type CastOf<Options> = Options extends { readonly cast: infer C } ? C : Nothing

/** A portal by its options: with the counties and people of its cast, and with the parts that they name. */
export type TestPortal<Options = Nothing> = OpenPortal & {
  /** The ids of the counties. */
  readonly counties: Readonly<Record<CountyOf<CastOf<Options>>, number>>
  readonly people: Readonly<Record<PersonOf<CastOf<Options>>, TestPerson>>
} & Pick<Parts, keyof Options & PartName>

/** Refuses an option that does not exist, and a person's county that is not in the cast. */
type Checked<Options> = Readonly<Record<Exclude<keyof Options, keyof PortalOptions>, never>> & {
  readonly cast?: { readonly people?: Readonly<Record<string, CastPerson<CountyOf<CastOf<Options>>>>> }
}

/**
 * The real app on a real database and disk, or S3, with a clock that the test sets, and with the counties and people of
 * `cast`. Everything else that a test needs next to the portal is an option: it adds its settings, and `close` removes
 * it.
 */
export async function testPortal<const Options extends PortalOptions = Nothing>(
  options?: Options & Checked<Options>,
): Promise<TestPortal<Options>> {
  const { cast = {}, environment = {}, ...more }: PortalOptions = options ?? {}
  const parts = await openParts(more)
  const portal = await openPortal({
    ...more,
    environment: Object.fromEntries(
      [...parts.map((part) => part.environment ?? {}), environment].flatMap(Object.entries),
    ),
    meterRequest: parts.find((part) => part.meterRequest)?.meterRequest,
  })
  const added = await addCast(portal, cast)
  const given = Object.fromEntries(parts.map((part) => [part.name, part.give(portal)]))
  return {
    ...portal,
    ...added,
    ...given,
    async close() {
      await portal.close()
      for (const part of parts) await part.close?.()
    },
  } as unknown as TestPortal<Options>
}
