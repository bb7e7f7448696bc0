import type { FrameCodec } from '@stowage/lsp/frames'
import {
  FrameResponse,
  longestAnswer,
  SITE_FRAME,
  type FrameRequest,
  type FrameType,
} from '@stowage/lsp/frames'
import * as z from 'zod/mini'
import { newId } from '../../platform/ids.ts'
import { SiteUnavailable, type SiteAnswer, type SiteCall } from './lock-gateway.ts'

/** One open tunnel of this process, behind its hellos. */
export interface Tunnel {
  readonly stockId: string
  readonly connectionId: string
  readonly keyId: string
  readonly address: string
  /** @throws SiteUnavailable */
  call(call: SiteCall): Promise<SiteAnswer>
  /** How long a frame of the site may be: a long one is nothing but the answer to a question that waits for one. */
  longest(type: FrameType, id: string): number
  /** The same before anything of a frame is read. */
  longestNow(): number
  /** An answer has come. @returns false for one that answers nothing we asked in this life, or has no form */
  answered(id: string, payload: unknown): boolean
  /** Tells everybody who waits, and closes. */
  hangUp(reason: string): void
}

interface Waiting {
  readonly longest: number
  readonly resolve: (answer: SiteAnswer) => void
  readonly reject: (error: SiteUnavailable) => void
  readonly timer: NodeJS.Timeout
}

/** Answers that came too late are passed over, so many of them. */
const LATE_KEPT = 200
/** Beyond so many calls at once the site is not keeping up. */
const MAX_WAITING = 200

export function createTunnel(parts: {
  readonly stockId: string
  readonly keyId: string
  readonly address: string
  readonly codec: FrameCodec
  send(frame: string): void
  close(reason: string): void
}): Tunnel {
  const waiting = new Map<string, Waiting>()
  /** With how long each of them may be. */
  const late = new Map<string, number>()
  let isClosed = false

  return {
    stockId: parts.stockId,
    connectionId: newId(),
    keyId: parts.keyId,
    address: parts.address,
    async call({ method, path, body, timeoutMs, begun }) {
      if (isClosed) throw new SiteUnavailable('the tunnel is closed')
      if (waiting.size >= MAX_WAITING) throw new SiteUnavailable('too many calls wait for the site')
      const id = newId()
      const request: FrameRequest = {
        method,
        path,
        sentAt: Date.now(),
        ...(body === undefined ? {} : { body }),
      }
      const frame = parts.codec.write('req', id, request)
      return await new Promise<SiteAnswer>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          if (late.size >= LATE_KEPT) late.clear()
          late.set(id, longestAnswer(path))
          reject(new SiteUnavailable('no answer in time', { mayHaveActed: true }))
        }, timeoutMs)
        waiting.set(id, { longest: longestAnswer(path), resolve, reject, timer })
        begun?.()
        parts.send(frame)
      })
    },
    longest(type, id) {
      if (type === 'event') return SITE_FRAME.events
      // One that comes too late is passed over, and it was asked for.
      if (type === 'res') return waiting.get(id)?.longest ?? late.get(id) ?? SITE_FRAME.answer
      return SITE_FRAME.short
    },
    longestNow: () =>
      Math.max(SITE_FRAME.events, ...late.values(), ...[...waiting.values()].map(({ longest }) => longest)),
    answered(id, payload) {
      const asked = waiting.get(id)
      if (!asked) return late.delete(id)
      waiting.delete(id)
      clearTimeout(asked.timer)
      const answer = z.safeParse(FrameResponse, payload)
      if (!answer.success) {
        asked.reject(new SiteUnavailable('an answer without the form of one', { mayHaveActed: true }))
        return false
      }
      asked.resolve({ status: answer.data.status, body: answer.data.body ?? null, address: parts.address })
      return true
    },
    hangUp(reason) {
      if (isClosed) return
      isClosed = true
      for (const { reject, timer } of waiting.values()) {
        clearTimeout(timer)
        reject(new SiteUnavailable('the tunnel broke', { mayHaveActed: true }))
      }
      waiting.clear()
      parts.close(reason)
    },
  }
}
