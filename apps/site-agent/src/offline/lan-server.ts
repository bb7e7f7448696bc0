import net, { type AddressInfo } from 'node:net'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { LONGEST_NAME } from '@stowage/lsp/access-list'
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
/** Each costs some memory of a small machine, on which the doors hang; behind one address there may be a whole guest network. */
const CONNECTIONS_AT_MOST = 512
const FROM_ONE_ADDRESS = 64

const text = (max: number) => z.string().check(z.maxLength(max))
const OpenBody = z.object({
  box: text(LONGEST_NAME),
  pin: text(20),
  lockId: z.optional(text(60)),
  equipmentId: z.optional(z.string().check(z.regex(LOCK_ID))),
  lang: z.optional(z.enum(languages)),
})

export interface LanParts {
  readonly host: string
  readonly port: number
  readonly names?: readonly string[] | undefined
  /** As tenants call the warehouse. */
  readonly name: string | undefined
  readonly isShutOnline?: () => boolean
  readonly doors: Doors
  readonly nameOf: (lockId: string) => string | undefined
  readonly lists: AccessLists
  readonly open: (request: PinRequest, isThere: () => boolean) => Promise<PinAnswer>
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
  const names = new Set(parts.names?.map((name) => name.toLowerCase()))
  /** One try at a time for each phone: nobody keeps the others waiting by asking faster. */
  const atIt = new Set<string>()

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    })
    if (isOwnNetwork(request.socket.remoteAddress ?? '') && !isFromElsewhere(request, names)) return undefined
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
    return lanPage({
      language: languageOf(request, undefined),
      siteName: parts.name,
      equipment,
      isShut: parts.isShutOnline?.() === true,
    })
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
      // Behind others it may take a while: a door must not open for whoever comes by when the one who asked has gone.
      const isThere = (): boolean => request.socket.writable
      return await say(reply, await parts.open({ ...wanted, ...meant, address }, isThere), language)
    } finally {
      atIt.delete(address)
    }
  })

  /**
   * A lock's number, a box of the list or a lock's name: what staff type of a box that is not theirs. As it is written first; without
   * its dashes only where no other reads the same.
   */
  const lockMeantBy = (typed: string): string => {
    if (LOCK_ID.test(typed)) return typed
    const boxes = (lists.get()?.entries ?? []).map(({ box, lockIds }) => ({ name: box, id: lockIds[0] }))
    const locks = doors.all().map(({ id, name }) => ({ name: parts.nameOf(id) ?? name, id }))
    const asWritten = typed.trim().toUpperCase()
    const isSame = ({ name }: { name: string }): boolean => name.trim().toUpperCase() === asWritten
    const isAlike = ({ name }: { name: string }): boolean => typedKey(name) === typedKey(typed)
    return (
      onlyOne(boxes.filter(isSame)) ??
      onlyOne(locks.filter(isSame)) ??
      onlyOne([...boxes, ...locks].filter(isAlike)) ??
      typed
    )
  }
  const say = async (reply: FastifyReply, answer: PinAnswer, language: Language): Promise<FastifyReply> => {
    if (answer.result === 'lockedOut') reply.header('Retry-After', String(answer.seconds))
    const told = spoken(answer, language, lists.get()?.hours)
    return await reply.status(STATUS[answer.result]).send({ result: answer.result, ...told })
  }

  limitConnections(app.server)
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
  online: 403,
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

/** Who opens more than people do takes no memory from the doors, and not everybody's place. */
function limitConnections(server: net.Server): void {
  const open = new Map<string, number>()
  server.maxConnections = CONNECTIONS_AT_MOST
  server.prependListener('connection', (socket: net.Socket) => {
    const address = socket.remoteAddress ?? ''
    const before = open.get(address) ?? 0
    if (before >= FROM_ONE_ADDRESS) return void socket.destroy()
    open.set(address, before + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

function onlyOne(found: readonly { readonly id: string | undefined }[]): string | undefined {
  const ids = new Set(found.flatMap(({ id }) => id ?? []))
  return ids.size === 1 ? [...ids][0] : undefined
}

/**
 * A page of somebody else that a phone in this network has open: it says so, or it comes under a name of the internet that its owner
 * makes lead here (DNS rebinding), for which the browser takes it to be this page.
 */
function isFromElsewhere({ headers }: FastifyRequest, names: ReadonlySet<string>): boolean {
  const { origin, host = '' } = headers
  if (!isOwnName(host, names)) return true
  return origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()
}

/** Names that nobody in the internet can own. */
const OWN_NAME = /^([a-z0-9_-]+|.+\.(local|lan|internal|home\.arpa))$/

function isOwnName(host: string, names: ReadonlySet<string>): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  return net.isIP(name.replace(/^\[(.+)\]$/, '$1')) !== 0 || OWN_NAME.test(name) || names.has(name)
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
