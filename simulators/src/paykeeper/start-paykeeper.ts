import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { listen } from '../reachable-server.ts'
import { openCabinet } from './cabinet.ts'
import { changeRoutes } from './change-routes.ts'
import { createControl, createToken, type PayKeeperControl } from './control.ts'
import { acceptForms, sendHtml } from './form-fields.ts'
import { infoRoutes } from './info-routes.ts'
import { createNotifier } from './notifier.ts'
import { payPageRoutes } from './pay-page-routes.ts'
import { createRefunds, type Bank } from './take-payment.ts'

export interface PayKeeperOptions {
  port?: number
  host: string
  /** Cabinet user: Basic auth of the API. */
  login: string
  password: string
  /** Signs notifications and forms. */
  secretWord: string
  /** The one currency of this cabinet (the real service knows roubles only). */
  currency: string
  notificationUrl: string
  clock?: () => Date
  /** JSON file that keeps invoices and payments over a `kill -9`. */
  stateFile?: string
  /** Host name in the addresses handed to browsers; by default where the server listens. */
  browserHost?: string
  /** Attempts to notify before a payment is stuck (10), and the time between them (60 s). */
  retry?: { attempts: number; everyMs: number }
  /** From refund started to done (2 s). */
  refundAfterMs?: number
  /** Delay of a late notification (8 s), of a slow one (15 s), and the longest wait for an answer (15 s). */
  lateMs?: number
  slowMs?: number
  timeoutMs?: number
  /** The cabinet refuses unsigned forms. */
  requireSign?: boolean
  /** Card payments are held until captured. */
  twoStage?: boolean
}

export interface PayKeeper {
  readonly baseUrl: string
  readonly port: number
  close(): Promise<void>
  readonly control: PayKeeperControl
}

/** Starts one merchant's cabinet: JSON API, pay page, notifications. */
export async function startPayKeeper(options: PayKeeperOptions): Promise<PayKeeper> {
  const clock = options.clock ?? (() => new Date())
  const cabinet = openCabinet(clock, options.stateFile)
  const token = createToken()
  let notificationUrl = options.notificationUrl
  let browserUrl = ''
  let slowMs = 0
  let answersToLose = 0
  const billUrl = (id: string): string => `${browserUrl}/bill/${id}/`

  const notifier = createNotifier(cabinet, {
    secretWord: options.secretWord,
    hostname: () => browserUrl,
    url: () => notificationUrl,
    attempts: options.retry?.attempts ?? 10,
    everyMs: options.retry?.everyMs ?? 60_000,
    lateMs: options.lateMs ?? 8000,
    slowMs: options.slowMs ?? 15_000,
    timeoutMs: options.timeoutMs ?? 15_000,
  })
  const refunds = createRefunds(cabinet, options.refundAfterMs ?? 2000)
  const bank: Bank = { cabinet, notifier, twoStage: options.twoStage ?? false }

  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: 1_048_576,
    forceCloseConnections: true,
  })
  acceptForms(app)
  app.setNotFoundHandler((_request, reply) =>
    sendHtml(reply, '<html><body><h1>404 Not Found</h1></body></html>', 404),
  )
  payPageRoutes(app, {
    bank,
    cabinet,
    currency: options.currency,
    secretWord: options.secretWord,
    requireSign: options.requireSign ?? false,
  })
  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      if (slowMs > 0) await sleep(slowMs)
      if (!isLogin(request.headers.authorization, options.login, options.password)) {
        return sendHtml(
          reply.header('WWW-Authenticate', 'Basic realm="PayKeeper"'),
          '<html><body><h1>401 Unauthorized</h1></body></html>',
          401,
        )
      }
      return undefined
    })
    api.addHook('onSend', async (request, _reply, payload: unknown) => {
      if (request.method === 'POST' && answersToLose > 0) {
        answersToLose -= 1
        request.raw.socket.destroy()
      }
      return payload
    })
    infoRoutes(api, { cabinet, login: options.login, currency: options.currency, token: token.current })
    changeRoutes(api, { bank, cabinet, refunds, secretWord: options.secretWord, isToken: token.is, billUrl })
  })

  const server = await listen(app, options.host, options.port ?? 0)
  browserUrl =
    options.browserHost === undefined ? server.baseUrl : `http://${options.browserHost}:${server.port}`
  notifier.resume()
  refunds.resume()

  return {
    baseUrl: server.baseUrl,
    port: server.port,
    close: async () => {
      notifier.close()
      refunds.close()
      await server.close()
    },
    control: createControl({
      bank,
      cabinet,
      notifier,
      refunds,
      payUrl: billUrl,
      rotateToken: token.rotate,
      setDown: server.setDown,
      isDown: server.isDown,
      loseAnswers: (count) => (answersToLose = count),
      setSlow: (ms) => (slowMs = ms),
      setNotificationUrl: (url) => (notificationUrl = url),
    }),
  }
}

function isLogin(header: string | undefined, login: string, password: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
