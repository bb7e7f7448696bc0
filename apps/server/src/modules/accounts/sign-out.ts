import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/http/actor.ts'
import type { Claims } from './access-token.ts'
import { endSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { presentSession } from './refresh-session.ts'

/** What the access token of a call says; null without a valid one. */
export async function claimsOf(parts: Parts, request: FastifyRequest): Promise<Claims | null> {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? await parts.tokens.read(header.slice(7)) : null
}

/** Ends the sign-in of the cookie and that of the access token (they are one, unless somebody mixes them). */
export async function signOut(
  parts: Parts,
  call: { actor: Actor | null; request: FastifyRequest; reply: FastifyReply },
): Promise<Record<string, never>> {
  const claims = call.actor && (await claimsOf(parts, call.request))
  await parts.platform.transact(async (tx) => {
    const session = await presentSession(tx, parts, call.request)
    if (session) await endSession(tx, parts, { accountId: session.account_id, familyId: session.family_id })
    if (claims && claims.familyId !== session?.family_id) {
      await endSession(tx, parts, {
        accountId: claims.by?.accountId ?? claims.accountId,
        familyId: claims.familyId,
      })
    }
  })
  parts.cookies.clearRefreshToken(call.reply)
  // Not "storage": theme, language and drafts are kept there, and the page removes what is the person's by itself. Not "cookies":
  // the mark of a known device stays, so that a stranger's tries do not lock its owner out.
  call.reply.header('Clear-Site-Data', '"cache"')
  return {}
}
