import { CertificateKnown, shownFingerprint } from '@stowage/lsp/certificate'
import { siteCertificate } from '../carriers/certificate.ts'
import { newestKey, type SiteKeys } from '../carriers/keys.ts'
import { reasonOf } from '../carriers/reason-of.ts'
import { callServer, Refused } from '../carriers/signed-call.ts'
import { ConfigFault, type SiteConfig } from '../config.ts'

const WARN_MS = 30 * 24 * 3_600_000

/**
 * Says by which certificate this site is called, and whether the server calls it by the same.
 * @returns what is wrong, a sentence each
 */
export async function checkCertificate(
  config: SiteConfig,
  keys: SiteKeys | undefined,
  out: (text: string) => void,
): Promise<string[]> {
  let certificate
  try {
    certificate = await siteCertificate(config, { isMade: false })
  } catch (error) {
    if (error instanceof ConfigFault) return [...error.faults]
    throw error
  }
  if (certificate === undefined) return []
  const { fingerprint, validTo } = certificate
  out(`The certificate of this site: ${shownFingerprint(fingerprint)}\n`)
  const found: string[] = []
  if (validTo.getTime() < Date.now() + WARN_MS)
    found.push(
      `The certificate of this site is good until ${validTo.toISOString().slice(0, 10)}: the server calls by it no longer than that.`,
    )
  if (keys === undefined) return found
  try {
    const target = {
      server: config.server,
      siteId: keys.siteId,
      key: () => newestKey(keys),
      wall: () => Date.now(),
    }
    const known = CertificateKnown.parse(await callServer(target, { method: 'GET', path: 'certificate' }))
    if (known.fingerprint === fingerprint) out('The server knows it by the same one.\n')
    else
      found.push(
        `The server ${known.fingerprint === null ? 'knows no certificate of this site' : `knows another one, ${shownFingerprint(known.fingerprint)}`}: the agent tells it when it starts.`,
      )
  } catch (error) {
    found.push(
      error instanceof Refused && error.status === 401
        ? 'The server does not know these keys: pair this site again.'
        : `The server could not be asked for the certificate: ${reasonOf(error)}.`,
    )
  }
  return found
}
