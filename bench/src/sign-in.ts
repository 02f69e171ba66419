import { createPasswordHasher } from '@portal/server/src/records/accounts/passwords/password-hash.ts'
import type { Bench } from './lib/bench.ts'
import { column, interleave, ratios } from './lib/rounds.ts'
import { signIn, startPortal, withNewSite } from './lib/site.ts'
import { median, spread } from './lib/statistics.ts'

const TIMES = 20

/** A sign-in, from the request to the cookie, against the hash of its password alone. */
export const benchSignIn: Bench = async (context) => {
  const hasher = createPasswordHasher()
  await withNewSite({ ...context, name: 'sign_in' }, async (site) => {
    const { server } = await startPortal(site)
    try {
      const measured = await interleave(
        [
          { name: 'portal', run: () => typical(() => signIn(server.origin)) },
          { name: 'hash', run: () => typical(() => hasher.hash('a password that nobody has')) },
        ],
        context.rounds,
      )
      const portal = column(measured, 'portal', (milliseconds) => milliseconds)
      const hash = column(measured, 'hash', (milliseconds) => milliseconds)
      context.report({
        work: 'sign-in, against its own hash',
        values: ratios(portal, hash),
        goal: { atMost: 1.3 },
        figures: `p50 ms: ${spread(portal).median.toFixed(1)} / ${spread(hash).median.toFixed(1)}`,
        voided: measured.voided,
      })
    } finally {
      await server.stop()
    }
  })
}

async function typical(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}
