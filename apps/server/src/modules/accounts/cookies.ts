import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../../platform/ids.ts'
import { sameText } from '../../platform/seal.ts'
import { mac, type Keys } from './keys.ts'

const REFRESH = 'refreshToken'
const DEVICE = 'knownDevice'
const STEP = 'signInStep'
const STEP_SECONDS = 10 * 60
const MONTH_SECONDS = 30 * 24 * 3600
/** How many accounts one device is remembered for. */
const MARKS = 5

export interface Cookies {
  refreshToken(request: FastifyRequest): string | undefined
  setRefreshToken(reply: FastifyReply, token: string): void
  clearRefreshToken(reply: FastifyReply): void
  /** The id of this device when the account has signed in on it before. */
  knownDevice(request: FastifyRequest, accountId: string): string | undefined
  /** What this browser is known by between the two steps of a sign-in. */
  stepClient(request: FastifyRequest): string | undefined
  /** Begins such steps: the same again in a browser that has begun some. */
  beginStep(request: FastifyRequest, reply: FastifyReply): string
  /** Remembers that the account has signed in on this device. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, accountId: string): void
}

/**
 * The cookies of the sign-in calls: sent to /api/auth only, never to scripts. `knownDevice` is a random id followed by a
 * mark per account, signed by us; it gives no access, it only makes the owner's tries count apart from a stranger's, who
 * could otherwise lock him out.
 */
export function createCookies(keys: Keys, publicUrl: string): Cookies {
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/auth',
    secure: publicUrl.startsWith('https:'),
  } as const
  const markOf = (device: string, accountId: string): string =>
    mac(keys.device, `${device} ${accountId}`).slice(0, 22)
  const readDevice = (request: FastifyRequest): { device: string; marks: string[] } | undefined => {
    const [device, ...marks] = (request.cookies[DEVICE] ?? '').split('.')
    return device !== undefined && /^[\w-]{43}$/.test(device)
      ? { device, marks: marks.slice(0, MARKS) }
      : undefined
  }
  const stepOf = (request: FastifyRequest): string | undefined => {
    const client = request.cookies[STEP]
    return client !== undefined && /^[\w-]{43}$/.test(client) ? client : undefined
  }
  return {
    refreshToken: (request) => request.cookies[REFRESH],
    setRefreshToken: (reply, token) =>
      void reply.setCookie(REFRESH, token, { ...options, maxAge: MONTH_SECONDS }),
    clearRefreshToken: (reply) => void reply.clearCookie(REFRESH, options),
    knownDevice(request, accountId) {
      const known = readDevice(request)
      return known?.marks.some((mark) => sameText(mark, markOf(known.device, accountId)))
        ? known.device
        : undefined
    },
    stepClient: (request) => stepOf(request),
    beginStep(request, reply) {
      const client = stepOf(request) ?? newSecret()
      reply.setCookie(STEP, client, { ...options, maxAge: STEP_SECONDS })
      return client
    },
    rememberDevice(request, reply, accountId) {
      const { device, marks } = readDevice(request) ?? { device: newSecret(), marks: [] }
      const mark = markOf(device, accountId)
      const value = [device, mark, ...marks.filter((other) => other !== mark)].slice(0, MARKS + 1).join('.')
      reply.setCookie(DEVICE, value, { ...options, maxAge: 12 * MONTH_SECONDS })
    },
  }
}
