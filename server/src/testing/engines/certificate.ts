import { join } from 'node:path'
import { requireProgram } from './packages.ts'
import { runAsEngine } from './run-as-engine.ts'

/** A self-signed certificate for a name, and its key, as files in the folder of an engine. */
export async function makeCertificate(
  folder: string,
  name: string,
): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [join(folder, 'portal.crt'), join(folder, 'portal.key')]
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const whose = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const openssl = requireProgram('/usr/bin/openssl')
  await runAsEngine(openssl, ['req', ...what, ...whose, '-out', certificate, '-keyout', key])
  return { certificate, key }
}
