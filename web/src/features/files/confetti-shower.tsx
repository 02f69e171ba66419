import { CONFETTI_DURATION, CONFETTI_PIECES } from '@portal/contract/limits.ts'
import { lazy, Suspense, useEffect, useState, type ComponentType, type CSSProperties } from 'react'
import { loadOptionalChunk } from '../../lib/chunk.ts'

import classes from './receipt.module.css'

/** Milliseconds until the last piece is let go. */
const ALL_IN_THE_AIR = 800

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

/** The number that names the ornament where it does not load. */
const CONFETTI = 13

/** An ornament: where its script cannot load, that is told and there is none. */
const Confetti = lazy<ComponentType<ShowerProps>>(async () => {
  const loaded = await loadOptionalChunk(CONFETTI, () => import('react-confetti'))
  return { default: loaded?.default ?? (() => null) }
})

/** 320 pieces for three seconds; none for those who asked their system for less motion. */
export function ConfettiShower() {
  const [isOver, setIsOver] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), CONFETTI_DURATION)
    return () => clearTimeout(timer)
  }, [])

  if (isOver) return null
  return (
    <Suspense fallback={null}>
      <Confetti
        aria-hidden
        className={classes.confetti}
        numberOfPieces={CONFETTI_PIECES}
        tweenDuration={ALL_IN_THE_AIR}
        width={window.innerWidth}
        height={window.innerHeight}
        style={{ position: 'fixed' }}
      />
    </Suspense>
  )
}
