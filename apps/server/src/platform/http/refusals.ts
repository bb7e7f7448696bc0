import { Failure, type RefusalKind, type RefusedTry } from '../failure.ts'
import type { Actor } from './actor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The call was refused as one that may be part of an attack. */
    refusedAs: RefusalKind | null
  }
}

/** A refused try and where it came from. */
export interface Refusal extends RefusedTry {
  readonly address: string
}

/** What of a failure may be part of an attack; staff who ask for what their role refuses too (9103). */
export function refusedTry(error: unknown, actor: Actor | null): RefusedTry | undefined {
  if (!(error instanceof Failure)) return undefined
  if (error.refusal) return error.refusal
  const isStaff = actor !== null && actor.platformRole !== 'client'
  return error.code === 9103 && isStaff ? { kind: 'permission', accountId: actor.id } : undefined
}
