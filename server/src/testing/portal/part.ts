import type { Environment } from '../../engines/config/environment.ts'
import type { RequestMeter } from '../../engines/metrics/metric-source.ts'
import type { OpenPortal } from './open-portal.ts'

export type PartPortal = Pick<OpenPortal, 'world' | 'clock' | 'pool'>

/** An extra part of a test portal: the settings that it needs, and what it gives to the test. */
export type PortalPart<Given> = {
  /** Settings of the portal. */
  readonly environment?: Environment
  readonly meterRequest?: RequestMeter
  give(portal: PartPortal): Given
  close?(): Promise<void>
}
