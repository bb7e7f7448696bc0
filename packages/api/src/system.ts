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

export const hurryJob = endpoint({
  module: 'reports',
  method: 'POST',
  path: 'system/jobs/{name}/turn',
  summary: 'Lets a job take its turn now, in every server process, instead of at its next interval',
  access: [],
  params: z.object({ name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, '1005')) }),
  answer: z.object({ name: z.string() }),
  errors: [9104],
  notWhileImpersonating: true,
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
