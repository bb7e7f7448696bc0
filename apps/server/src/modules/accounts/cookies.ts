import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../../platform/ids.ts'
import { sameText } from '../../platform/seal.ts'
import { mac, type Keys } from './keys.ts'

const REFRESH = 'refreshToken'
const DEVICE = 'knownDevice'
const STEP = 'signInStep'
const STEP_SECONDS = 10 * 60
const MONTH_SECONDS = 30 * 24 * 3600
/** As long as browsers keep one: when the sign-in ends is in the database (`sign-in-limits.ts`). */
const LONGEST_SECONDS = 400 * 24 * 3600
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
 * The cookies of the sign-in calls, never given to scripts. Over https their names begin with `__Host-`: no other host of the domain
 * can set them, and they hold for the whole address; without https they are sent to /api/auth only. `knownDevice` is a random id followed by a
 * mark per account, signed by us; it gives no access, it only makes the owner's tries count apart from a stranger's, who
 * could otherwise lock him out.
 */
export function createCookies(keys: Keys, publicUrl: string): Cookies {
  const isSecure = publicUrl.startsWith('https:')
  const former = { httpOnly: true, sameSite: 'lax', path: '/api/auth', secure: isSecure } as const
  const options = { ...former, path: isSecure ? '/' : former.path }
  const named = (name: string): string => (isSecure ? `__Host-${name}` : name)
  // Sign-ins from before the prefix go on: their cookie is read under its former name until it is set again.
  const read = (request: FastifyRequest, name: string): string | undefined =>
    request.cookies[named(name)] ?? request.cookies[name]
  const set = (reply: FastifyReply, name: string, value: string, maxAge: number): void => {
    reply.setCookie(named(name), value, { ...options, maxAge })
    if (isSecure && reply.request.cookies[name] !== undefined) reply.clearCookie(name, former)
  }
  const markOf = (device: string, accountId: string): string =>
    mac(keys.device, `${device} ${accountId}`).slice(0, 22)
  const readDevice = (request: FastifyRequest): { device: string; marks: string[] } | undefined => {
    const [device, ...marks] = (read(request, DEVICE) ?? '').split('.')
    return device !== undefined && /^[\w-]{43}$/.test(device)
      ? { device, marks: marks.slice(0, MARKS) }
      : undefined
  }
  const stepOf = (request: FastifyRequest): string | undefined => {
    const client = read(request, STEP)
    return client !== undefined && /^[\w-]{43}$/.test(client) ? client : undefined
  }
  return {
    refreshToken: (request) => read(request, REFRESH),
    setRefreshToken: (reply, token) => set(reply, REFRESH, token, LONGEST_SECONDS),
    clearRefreshToken(reply) {
      reply.clearCookie(named(REFRESH), options)
      if (isSecure) reply.clearCookie(REFRESH, former)
    },
    knownDevice(request, accountId) {
      const known = readDevice(request)
      return known?.marks.some((mark) => sameText(mark, markOf(known.device, accountId)))
        ? known.device
        : undefined
    },
    stepClient: (request) => stepOf(request),
    beginStep(request, reply) {
      const client = stepOf(request) ?? newSecret()
      set(reply, STEP, client, STEP_SECONDS)
      return client
    },
    rememberDevice(request, reply, accountId) {
      const { device, marks } = readDevice(request) ?? { device: newSecret(), marks: [] }
      const mark = markOf(device, accountId)
      const value = [device, mark, ...marks.filter((other) => other !== mark)].slice(0, MARKS + 1).join('.')
      set(reply, DEVICE, value, 12 * MONTH_SECONDS)
    },
  }
}
