import type { FastifyInstance } from 'fastify'

/** What the console cannot do, in a sentence for the person at it. */
export class ConsoleError extends Error {
  readonly status: 400 | 404 | 409
  constructor(status: 400 | 404 | 409, message: string) {
    super(message)
    this.name = 'ConsoleError'
    this.status = status
  }
}

/** A simulator's refusal becomes the console's. */
export async function acting<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new ConsoleError(409, error instanceof Error ? error.message : String(error))
  }
}

/** Refusals answer `{ error }`, whatever the surrounding server does with its own. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler(async (error, _request, reply) => {
    const { statusCode, message } = error as { statusCode?: number; message?: string }
    const status = error instanceof ConsoleError ? error.status : (statusCode ?? 500)
    return await reply.status(status).send({ error: message ?? 'unknown' })
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: 'no such call' }))
  // A form of a foreign page can send neither JSON nor DELETE without being asked first: nobody moves the doors from elsewhere.
  app.addHook('preHandler', async (request) => {
    if (request.method === 'POST' && !String(request.headers['content-type']).startsWith('application/json'))
      throw new ConsoleError(400, 'JSON expected')
  })
}

export type Body = Record<string, unknown>

/** The body of a call. @throws ConsoleError */
export function bodyOf(body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ConsoleError(400, 'a JSON object expected')
  return body as Body
}

/** One of `values`. @throws ConsoleError */
export function choice<const T extends string>(body: Body, name: string, values: readonly T[]): T {
  const found = values.find((value) => value === body[name])
  if (found === undefined) throw new ConsoleError(400, `${name}: one of ${values.join(', ')}`)
  return found
}

/** A number within limits, or `otherwise` when it is not given. @throws ConsoleError */
export function numberIn(
  body: Body,
  name: string,
  [least, most]: readonly [number, number],
  otherwise?: number,
): number {
  const value = body[name] ?? otherwise
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new ConsoleError(400, `${name}: a number from ${least} to ${most}`)
  return value
}

/** A text, when given. @throws ConsoleError */
export function textOf(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value !== undefined && typeof value !== 'string') throw new ConsoleError(400, `${name}: a text`)
  return value
}
