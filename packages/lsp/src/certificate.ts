import { createHash, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'

/** What of a certificate travels and is kept: one certificate, in PEM. */
export const CertificatePem = z.string().check(z.maxLength(8192), z.regex(/^-----BEGIN CERTIFICATE-----\s/))

/** PUT {server}/api/site-gateway/{siteId}/certificate */
export const CertificateTold = z.object({ certificate: CertificatePem })
/** What the server has of it: SHA-256 of the certificate in hex, null where it has none. */
export const CertificateKnown = z.object({
  fingerprint: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})

export interface ReadCertificate {
  /** The first certificate of what was given, and nothing else of it. */
  readonly pem: string
  /** SHA-256 over the DER, in hex. */
  readonly fingerprint: string
  readonly validTo: Date
}

/** @returns undefined for what is no certificate */
export function readCertificate(text: string): ReadCertificate | undefined {
  try {
    const certificate = new X509Certificate(text)
    return {
      pem: certificate.toString(),
      fingerprint: fingerprintOf(certificate.raw),
      validTo: new Date(certificate.validTo),
    }
  } catch {
    return undefined
  }
}

export const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

/** As people compare it: capital letters, groups of four. */
export const shownFingerprint = (hex: string): string => hex.toUpperCase().match(/.{4}/g)?.join(' ') ?? ''
