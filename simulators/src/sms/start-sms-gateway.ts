import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SmsFate, SmsFault } from '@stowage/api/simulators'
import fastify, { type FastifyReply } from 'fastify'
import { listen } from '../reachable-server.ts'
import { reportStatus, type Reporting } from './report-status.ts'
import {
  newSid,
  REFUSED,
  resourceOf,
  segmentsOf,
  type SimulatedSms,
  type SimulatedStatus,
} from './sms-records.ts'

const KEPT = 500

export interface SmsGatewayOptions {
  readonly host?: string
  readonly port?: number
  readonly accountSid: string
  readonly authToken: string
  /** Where reports really go; by default to the address that a message names. */
  readonly reach?: (callback: string) => string
  /** How long a phone takes to have it, and a slow gateway to answer. */
  readonly deliveryMs?: number
  readonly slowMs?: number
  readonly timeoutMs?: number
}

export interface SimulatedSmsGateway {
  readonly baseUrl: string
  readonly port: number
  readonly accountSid: string
  readonly authToken: string
  /** Newest first; the last 500 are kept. */
  list(): readonly SimulatedSms[]
  clear(): void
  fault(): SmsFault
  setFault(fault: SmsFault): void
  fate(): SmsFate
  setFate(fate: SmsFate): void
  /** Resolves when no report is under way. */
  reported(): Promise<void>
  close(): Promise<void>
}

/**
 * In trouble: `busy` 429; `down` no connection; `slow` answers late; `lost` takes a message and cuts the line; `fault` answers 500 and
 * takes none. Stands in for Twilio Programmable Messaging and every phone behind it: nothing leaves this machine.
 */
export async function startSmsGateway(options: SmsGatewayOptions): Promise<SimulatedSmsGateway> {
  const { accountSid, authToken, deliveryMs = 1200, slowMs = 20_000 } = options
  const messages: SimulatedSms[] = []
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  let [fault, fate]: [SmsFault, SmsFate] = ['none', 'delivered']
  const reporting: Reporting = {
    accountSid,
    authToken,
    reach: options.reach ?? ((callback) => callback),
    timeoutMs: options.timeoutMs ?? 5000,
  }

  /** What phones do with it, reported as it happens. */
  const deliver = async (sms: SimulatedSms, as: SmsFate): Promise<void> => {
    const report = async (status: SimulatedStatus): Promise<void> => {
      sms.status = status
      if (as === 'silent') return
      const times = as === 'twice' ? 2 : 1
      for (let time = 0; time < times; time += 1)
        sms.reported = await reportStatus(reporting, sms, status, { isForged: as === 'forged' })
    }
    const wait = async (): Promise<unknown> =>
      deliveryMs === 0 ? undefined : await sleep(deliveryMs / 2, undefined, { signal: closing.signal })
    await wait()
    if (as === 'outOfOrder') {
      await report('delivered')
      sms.reported = await reportStatus(reporting, sms, 'sent')
      return
    }
    await report('sent')
    await wait()
    if (as === 'undelivered' || as === 'unknownNumber') sms.errorCode = as === 'undelivered' ? 30008 : 30005
    await report(sms.errorCode === null ? 'delivered' : 'undelivered')
  }
  const take = (form: URLSearchParams): SimulatedSms => {
    const body = form.get('Body') ?? ''
    const sms: SimulatedSms = {
      sid: newSid(),
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      body,
      segments: segmentsOf(body),
      createdAt: new Date(),
      status: 'queued',
      errorCode: null,
      reported: null,
      callback: form.get('StatusCallback'),
    }
    messages.unshift(sms)
    messages.length = Math.min(messages.length, KEPT)
    const delivering = deliver(sms, fate)
      .catch(() => undefined)
      .finally(() => running.delete(delivering))
    running.add(delivering)
    return sms
  }

  const app = fastify({ bodyLimit: 65_536, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (fault === 'slow') await sleep(slowMs, undefined, { signal: closing.signal }).catch(() => undefined)
    if (!isLogin(request.headers.authorization, accountSid, authToken))
      return await refuse(reply, 401, 20003, 'Authenticate')
    if (fault === 'busy') return await refuse(reply, 429, 20429, 'Too Many Requests')
    return undefined
  })
  const path = `/2010-04-01/Accounts/${accountSid}/Messages`
  app.post(`${path}.json`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const problem = problemOf(form)
    if (problem) return await refuse(reply, 400, problem.code, problem.message)
    if (fault === 'fault') return await refuse(reply, 500, 20500, 'Internal Server Error')
    const sms = take(form)
    if (fault === 'lost') {
      request.raw.socket.destroy()
      return await reply.hijack()
    }
    return await reply.status(201).send(resourceOf(accountSid, sms))
  })
  app.get<{ Querystring: { To?: string; PageSize?: string } }>(`${path}.json`, async ({ query }) => {
    const found = messages.filter(({ to }) => query.To === undefined || to === query.To)
    const size = Math.min(1000, Number(query.PageSize ?? 50))
    return {
      messages: found.slice(0, size).map((sms) => resourceOf(accountSid, sms)),
      page: 0,
      page_size: size,
      next_page_uri: null,
      uri: `${path}.json`,
    }
  })
  app.setNotFoundHandler(
    async (_request, reply) => await refuse(reply, 404, 20404, 'The requested resource was not found'),
  )

  const server = await listen(app, options.host ?? '127.0.0.1', options.port ?? 0)
  return {
    baseUrl: server.baseUrl,
    port: server.port,
    accountSid,
    authToken,
    list: () => messages,
    clear: () => void messages.splice(0),
    fault: () => fault,
    setFault: (next) => {
      fault = next
      server.setDown(next === 'down')
    },
    fate: () => fate,
    setFate: (next) => {
      fate = next
    },
    reported: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    close: async () => {
      closing.abort()
      await Promise.all(running)
      await server.close()
    },
  }
}

/** A refusal as the API words it. */
async function refuse(
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
): Promise<FastifyReply> {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return await reply.status(status).send({ code, message, more_info, status })
}

function problemOf(form: URLSearchParams): { code: number; message: string } | undefined {
  const to = form.get('To') ?? ''
  if (to === '') return { code: 21604, message: "A 'To' phone number is required." }
  if (!form.has('From') && !form.has('MessagingServiceSid'))
    return { code: 21603, message: "A 'From' phone number is required." }
  if ((form.get('Body') ?? '') === '') return { code: 21602, message: 'Message body is required.' }
  if (!/^\+[1-9]\d{7,14}$/.test(to)) return { code: 21211, message: "Invalid 'To' Phone Number" }
  return REFUSED[to]
}

function isLogin(header: string | undefined, login: string, password: string): boolean {
  const [given, wanted] = [
    header ?? '',
    `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
  ].map((text) => Buffer.from(text))
  return (
    given !== undefined &&
    wanted !== undefined &&
    given.length === wanted.length &&
    timingSafeEqual(given, wanted)
  )
}
