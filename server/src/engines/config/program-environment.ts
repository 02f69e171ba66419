/** What programs that the portal starts get to see: no setting and no secret of ours, and messages in one language. */
export function programEnvironment(): NodeJS.ProcessEnv {
  // Windows programs do not start without the variables that the system set.
  const inherited = process.platform === 'win32' ? process.env : { PATH: process.env['PATH'] }
  return { ...inherited, LC_ALL: 'C', TZ: 'UTC' }
}

/** The folder from which a command was given: npm runs scripts in the checkout, and says here where the person stands. */
export function callersFolder(): string {
  return process.env['INIT_CWD'] ?? process.cwd()
}
