/**
 * A privileged act: who did what to which thing, on whose behalf, what it was before and after (reliability I10).
 * Never passwords, hashes, tokens or file contents; what is about a person is marked `personal`.
 */
export interface AuditEntry {
  readonly id: string
  /** Business time. */
  readonly at: Temporal.Instant
  readonly actorId: string | null
  readonly onBehalfOf?: string | null
  /** The key of the API with which a program did it in the actor's name. */
  readonly keyId?: string
  /** A verb in the past and a noun: `kyc-rejected`, `contract-booked`. */
  readonly action: string
  readonly subjectType: string
  readonly subjectId?: string | null
  readonly stockId?: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly address?: string | null
}
