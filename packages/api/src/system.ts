import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { System } from './entities/system.ts'

export const readSystem = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'system',
  summary: 'Version, server processes with their jobs, queues, and events that failed too often',
  access: [],
  answer: System,
})

export const retryEvent = endpoint({
  module: 'reports',
  method: 'POST',
  path: 'system/parked/{eventId}/retry',
  summary: 'Lets what failed too often of an event be tried again, in any order with later events',
  access: [],
  params: z.object({ eventId: z.string().check(z.regex(/^\d{1,15}$/, '1005')) }),
  answer: z.object({ count: z.int() }),
  errors: [6004],
  notWhileImpersonating: true,
})
