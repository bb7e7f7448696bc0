import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { SmsGateway } from '../../../platform/sms/gateway.ts'
import { reportUrl } from './send-sms.ts'
import { keepReport } from './sms-store.ts'

const LARGEST_REPORT = 16 * 1024
const MINUTE = 60_000

/**
 * The gateway's way in: what became of a message, a form, signed over the address that it was given. Kept by one statement that may run
 * twice and in any order, so that a report needs no table of its own; what could not be kept is answered with 5xx and comes again.
 */
export async function mountReports(
  app: FastifyInstance,
  platform: Platform,
  gateway: SmsGateway,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post<{ Params: { id: string } }>(
      '/api/sms/reports/:id',
      {
        bodyLimit: LARGEST_REPORT,
        config: {
          rateLimit: { max: Math.max(3000, platform.config.rateLimitPerMinute), timeWindow: MINUTE },
        },
      },
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8')
        const { id } = request.params
        const { 'x-twilio-signature': signature } = request.headers
        if (!(request.body instanceof URLSearchParams) || typeof signature !== 'string')
          return await reply.status(403).send('not accepted')
        const report = gateway.readReport(reportUrl(platform.config.publicUrl, id), signature, request.body)
        if (!report) return await reply.status(403).send('not accepted')
        const isAboutNumber = gateway.isAboutNumber(report.errorCode)
        await keepReport(platform.db, id, { ...report, isAboutNumber }, platform.clock.now())
        return await reply.status(204).send()
      },
    )
  })
}
