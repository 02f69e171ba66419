/** What programs that the portal starts get to see: no setting and no secret of ours, and messages in one language. */
export function programEnvironment(): NodeJS.ProcessEnv {
  // Windows programs do not start without the variables that the system set.
  const inherited = process.platform === 'win32' ? process.env : { PATH: process.env['PATH'] }
  return { ...inherited, LC_ALL: 'C', TZ: 'UTC' }
}
