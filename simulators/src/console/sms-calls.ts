import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { smsFates, smsFaults, type ConsoleDone, type PhonesView } from '@stowage/api/simulators'
import type { SimulatedSmsGateway } from '../sms/start-sms-gateway.ts'
import { bodyOf, choice } from './console-error.ts'

/** The phones of the demo: every short message the product sent. */
export function smsCalls(
  app: FastifyInstance,
  phones: SimulatedSmsGateway,
  open: RouteShorthandOptions,
): void {
  const view = (): PhonesView => ({
    fault: phones.fault(),
    fate: phones.fate(),
    messages: phones.list().map(({ sid, to, from, body, segments, createdAt, status, reported }) => ({
      id: sid,
      to,
      from,
      body,
      segments,
      at: createdAt.toISOString(),
      status,
      reported,
    })),
  })
  app.get('/sms', open, view)
  app.delete('/sms', open, (): ConsoleDone => {
    phones.clear()
    return { done: true }
  })
  app.post('/sms-trouble', open, (request): PhonesView => {
    const body = bodyOf(request.body)
    if ('fault' in body) phones.setFault(choice(body, 'fault', smsFaults))
    if ('fate' in body) phones.setFate(choice(body, 'fate', smsFates))
    return view()
  })
}
