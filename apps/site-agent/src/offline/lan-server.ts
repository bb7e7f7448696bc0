import type { AddressInfo } from 'node:net'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { LOCK_ID } from '@stowage/lsp/messages'
import { errorText } from '@stowage/texts/errors/index.ts'
import { lanTexts } from '@stowage/texts/lan/index.ts'
import { defaultLanguage, isLanguage, languages, localeOf, type Language } from '@stowage/texts/language.ts'
import { isOwnNetwork } from '../config-contradictions.ts'
import type { Doors } from '../doors/door.ts'
import { createRareLog, type Log } from '../log.ts'
import type { AccessLists } from './access-lists.ts'
import { typedKey, type Refusal } from './decide.ts'
import { lanPage, pagePolicy } from './lan-page.ts'
import type { PinAnswer, PinRequest } from './open-by-pin.ts'

const BODY_AT_MOST = 2048

const text = (max: number) => z.string().check(z.maxLength(max))
const OpenBody = z.object({
  box: text(60),
  pin: text(20),
  lockId: z.optional(text(60)),
  equipmentId: z.optional(z.string().check(z.regex(LOCK_ID))),
  lang: z.optional(z.enum(languages)),
})

export interface LanParts {
  readonly host: string
  readonly port: number
  /** As tenants call the warehouse. */
  readonly name: string | undefined
  readonly doors: Doors
  readonly nameOf: (lockId: string) => string | undefined
  readonly lists: AccessLists
  readonly open: (request: PinRequest) => Promise<PinAnswer>
  readonly log: Log
}

export interface LanServer {
  readonly port: number
  close(): Promise<void>
}

/** The page inside a warehouse, on which a door opens by box number and PIN: a listener of its own, for the site's own network. */
export async function listenLan(parts: LanParts): Promise<LanServer> {
  const { doors, lists, log } = parts
  const refused = createRareLog((reason, facts) =>
    log.warn(`the page for PINs refused a call: ${reason}`, facts),
  )
  const app = fastify({
    bodyLimit: BODY_AT_MOST,
    forceCloseConnections: true,
    connectionTimeout: 20_000,
    requestTimeout: 10_000,
  })
  app.removeContentTypeParser('text/plain')
  /** One try at a time for each phone: nobody keeps the others waiting by asking faster. */
  const atIt = new Set<string>()

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    })
    if (isOwnNetwork(request.socket.remoteAddress ?? '') && !isFromElsewhere(request)) return undefined
    refused.note('not from the own network')
    return await reply.status(403).send({ result: 'refused' })
  })
  app.setNotFoundHandler(async (_request, reply) => await reply.status(404).send({ result: 'unknown' }))
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) log.error('the page for PINs had an error', { reason: String(error) })
    const say = lanTexts[languageOf(request, undefined)]
    return await reply
      .status(status)
      .send({ result: 'malformed', text: status >= 500 ? say.away : say.fields })
  })

  app.get('/', async (request, reply) => {
    const equipment = doors
      .all()
      .filter(({ kind }) => kind !== 'box')
      .map(({ id, name }) => ({ id, name: parts.nameOf(id) ?? name }))
    reply.header('Content-Security-Policy', pagePolicy).type('text/html; charset=utf-8')
    return lanPage({ language: languageOf(request, undefined), siteName: parts.name, equipment })
  })
  app.post('/lan/v1/open', async (request, reply) => {
    const read = z.safeParse(OpenBody, request.body)
    const language = languageOf(request, read.success ? read.data.lang : undefined)
    if (!read.success || typedKey(read.data.box) === '' || !/^\d{6}$/.test(read.data.pin))
      return await reply.status(400).send({ result: 'malformed', text: lanTexts[language].fields })
    const address = request.socket.remoteAddress ?? ''
    if (atIt.has(address)) return await say(reply, { result: 'busy' }, language)
    atIt.add(address)
    try {
      const { lockId, ...wanted } = read.data
      const meant = lockId === undefined || lockId === '' ? {} : { lockId: lockMeantBy(lockId) }
      return await say(reply, await parts.open({ ...wanted, ...meant }), language)
    } finally {
      atIt.delete(address)
    }
  })

  /** A lock's number, its name, or a box of the list: what staff type of a box that is not theirs. */
  const lockMeantBy = (typed: string): string => {
    if (LOCK_ID.test(typed)) return typed
    const key = typedKey(typed)
    const named = doors.all().find(({ id, name }) => typedKey(parts.nameOf(id) ?? name) === key)
    return named?.id ?? lists.get()?.entries.find((entry) => typedKey(entry.box) === key)?.lockIds[0] ?? typed
  }
  const say = async (reply: FastifyReply, answer: PinAnswer, language: Language): Promise<FastifyReply> => {
    if (answer.result === 'lockedOut') reply.header('Retry-After', String(answer.seconds))
    const told = spoken(answer, language, lists.get()?.hours)
    return await reply.status(STATUS[answer.result]).send({ result: answer.result, ...told })
  }

  await app.listen({ host: parts.host, port: parts.port })
  return {
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      refused.close()
      await app.close()
    },
  }
}

const STATUS: Readonly<Record<PinAnswer['result'], number>> = {
  opened: 200,
  sent: 200,
  ran: 200,
  alreadyOpen: 200,
  refused: 403,
  wrong: 403,
  lockedOut: 429,
  busy: 429,
  noList: 503,
  maintenance: 503,
  away: 503,
}

type Hours = { readonly opens: string; readonly closes: string; readonly timeZone: string }

/** What the person reads: the sentences of the product where it has one. */
function spoken(
  answer: PinAnswer,
  language: Language,
  hours: Hours | undefined,
): { code?: number; text: string } {
  const texts = lanTexts[language]
  if (answer.result === 'lockedOut')
    return { code: 9129, text: errorText(9129, language, { seconds: answer.seconds }) }
  return answer.result === 'refused'
    ? refusalSpoken(answer.refusal, language, hours)
    : { text: texts[answer.result] }
}

function refusalSpoken(
  refusal: Refusal,
  language: Language,
  hours: Hours | undefined,
): { code?: number; text: string } {
  if ('because' in refusal) return { text: lanTexts[language][refusal.because] }
  const { code, at } = refusal
  if (code === 7002 && hours !== undefined)
    return { code, text: errorText(code, language, { opensAt: hours.opens, closesAt: hours.closes }) }
  if (code === 7003 && at !== undefined && hours !== undefined) {
    const day = at.toLocaleDateString(localeOf(language), {
      timeZone: hours.timeZone,
      day: 'numeric',
      month: 'long',
    })
    return { code, text: errorText(code, language, { day }) }
  }
  return { code, text: errorText(code, language) }
}

/** A page of somebody else that a phone in this network has open. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers
  return origin !== undefined && origin !== `http://${host ?? ''}`
}

function languageOf(request: FastifyRequest, asked: string | undefined): Language {
  if (isLanguage(asked)) return asked
  const { lang } = request.query as { lang?: unknown }
  if (isLanguage(lang)) return lang
  for (const part of (request.headers['accept-language'] ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(language)) return language
  }
  return defaultLanguage
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' ? status : 500
}
