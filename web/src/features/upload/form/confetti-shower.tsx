import { CONFETTI_DURATION_MS, CONFETTI_PIECES } from '@portal/contract/limits.ts'
import { lazy, Suspense, useEffect, useState, type ComponentType, type CSSProperties } from 'react'
import { loadOptionalChunk } from '../../../lib/chunk.ts'

import classes from './receipt.module.css'

/** Milliseconds until the last piece is released. */
const RELEASE_TIME_MS = 800

type ShowerProps = {
  readonly numberOfPieces: number
  readonly tweenDuration: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly style: CSSProperties
  readonly 'aria-hidden': true
  readonly className: string | undefined
}

/** The chunk number reported if the confetti fails to load. */
const CONFETTI_CHUNK = 13

/** Decoration: if its script fails to load, that is reported and no confetti appears. */
const Confetti = lazy<ComponentType<ShowerProps>>(async () => {
  const loaded = await loadOptionalChunk(CONFETTI_CHUNK, () => import('react-confetti'))
  return { default: loaded?.default ?? (() => null) }
})

/** 320 pieces for three seconds; none for users who prefer reduced motion. */
export function ConfettiShower() {
  const [isOver, setIsOver] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), CONFETTI_DURATION_MS)
    return () => clearTimeout(timer)
  }, [])

  if (isOver) return null
  return (
    <Suspense fallback={null}>
      <Confetti
        aria-hidden
        className={classes.confetti}
        numberOfPieces={CONFETTI_PIECES}
        tweenDuration={RELEASE_TIME_MS}
        width={window.innerWidth}
        height={window.innerHeight}
        style={{ position: 'fixed' }}
      />
    </Suspense>
  )
}
