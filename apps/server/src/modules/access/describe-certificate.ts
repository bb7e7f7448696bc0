import type { Answer } from '@stowage/api/endpoint'
import type { getSite } from '@stowage/api/sites'
import { readCertificate } from '@stowage/lsp/certificate'
import type { HealthRow } from './health-store.ts'
import type { SiteRow } from './site-store.ts'

type SiteAnswer = Answer<typeof getSite>

/** How long people are reminded of what somebody should look into once. */
const SHOWN = { hours: 14 * 24 }
const ENDS_SOON = { hours: 30 * 24 }

/** By what a site is called, as people compare it with what `site-agent check` prints. */
export function describeCertificate(site: SiteRow | undefined): SiteAnswer['certificate'] {
  const read = site?.certificate == null ? undefined : readCertificate(site.certificate)
  if (!site || !read) return null
  return {
    fingerprint: read.fingerprint,
    toldAt: site.certificateToldAt?.toString() ?? null,
    changedAt: site.certificateChangedAt?.toString() ?? null,
    validUntil: Temporal.Instant.fromEpochMilliseconds(read.validTo.getTime()).toString(),
  }
}

/** What somebody should look at in the way that a site proves itself, and its events. @param now machine time */
export function warningsOfProof(
  site: SiteRow | undefined,
  health: HealthRow | undefined,
  now: Temporal.Instant,
): SiteAnswer['warnings'] {
  const certificate = describeCertificate(site)
  const trouble = health?.trouble ?? null
  const isLately = (at: Temporal.Instant | null | undefined): boolean =>
    at != null && Temporal.Instant.compare(at.add(SHOWN), now) > 0
  const endsSoon =
    certificate != null && Temporal.Instant.compare(certificate.validUntil, now.add(ENDS_SOON)) < 0
  return [
    ...(trouble === null ? [] : [trouble]),
    ...(isLately(site?.certificateChangedAt) ? (['certificateChanged'] as const) : []),
    ...(endsSoon && trouble !== 'certificateExpired' ? (['certificateEnds'] as const) : []),
    ...(isLately(site?.chainBrokenAt) ? (['chainBroken'] as const) : []),
  ]
}
