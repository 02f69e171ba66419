/**
 * The environment of programs that the portal starts: without its settings and secrets, and with messages in one
 * language.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  // Windows programs do not start without the variables that the system set.
  const inherited = process.platform === 'win32' ? process.env : { PATH: process.env['PATH'] }
  return { ...inherited, LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * The folder where the person ran the command. npm runs scripts in the checkout and passes that folder in `INIT_CWD`.
 */
export function callersFolder(): string {
  return process.env['INIT_CWD'] ?? process.cwd()
}
