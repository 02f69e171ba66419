import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { healthText, openText, partsOf, type Part } from './state-texts.ts'
import { stateQuery } from './state.queries.ts'
import classes from './state.module.css'

/** /admin/state: the state of the portal. */
export function StatePage() {
  const { data, error, isFetching, refetch } = useQuery(stateQuery)
  const [isAsked, setIsAsked] = useState(false)
  const again = async () => {
    setIsAsked(true)
    await refetch()
    setIsAsked(false)
  }
  return (
    <>
      <PageHeading
        aside={
          <Button aria-disabled={isAsked} onClick={() => !isAsked && void again()}>
            {isAsked ? 'Refreshing...' : 'Refresh'}
          </Button>
        }
      >
        System status
      </PageHeading>
      {/* Receives the focus from Try again, which disappears once the server responds. */}
      <section tabIndex={-1} aria-label="How the portal is" className={classes.told}>
        {error !== null && <LoadFailed text={getState.fallback} onRetry={() => void again()} />}
        {data && <Told state={data} />}
        {!data && isFetching && <Loading>Checking the portal...</Loading>}
      </section>
    </>
  )
}

function Told({ state }: { readonly state: PortalState }) {
  const { timeZone } = useConfig()
  return (
    <>
      <Health state={state} />
      <div className={classes.parts}>
        {partsOf(state, timeZone).map((part) => (
          <PartFacts key={part.title} part={part} />
        ))}
      </div>
    </>
  )
}

function Health({ state: { health } }: { readonly state: PortalState }) {
  const warnings = health?.warnings ?? []
  const isWell = health?.isReady === true
  const Icon = isWell && warnings.length === 0 ? IconCircleCheck : IconAlertTriangle
  return (
    <section aria-label="Health" className={classes.part}>
      <output
        className={classes.health}
        data-well={isWell || undefined}
        data-warned={warnings.length > 0 || undefined}
      >
        <Icon aria-hidden size={20} stroke={1.8} />
        {healthText(health)}
      </output>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map(({ text, advice, screen }) => (
            <li key={text}>
              <WithCommands text={text} />{' '}
              {advice !== null && (
                <span className={classes.advice}>
                  <WithCommands text={advice} />
                </span>
              )}
              {screen !== null && (
                <Link className={classes.way} to={PATHS[screen]}>
                  {openText(screen)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A sentence of the server, with commands between backticks. */
function WithCommands({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))
}

function PartFacts({ part: { title, facts } }: { readonly part: Part }) {
  return (
    <section aria-label={title} className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {facts === null ? (
        <p className={classes.silent}>It did not answer.</p>
      ) : (
        <dl className={classes.facts}>
          {facts.map(({ name, text, isWrong, to }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd data-wrong={isWrong || undefined}>
                {isWrong && (
                  <>
                    <IconAlertTriangle aria-hidden size={16} stroke={1.8} />
                    <span className="for-screen-readers">Attention: </span>
                  </>
                )}
                {to === undefined ? text : <Link to={to}>{text}</Link>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
