import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BESIDE_FROM, readJsonBeside, type JsonReader, type ReadBeside } from '../beside/beside.ts'
import { type ParsedJson, parsePlainJson } from '../beside/plain-json.ts'
import { fail, Failure } from '../failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets files of this call go that are held beside the server. Whoever answers the call says so, whatever came of it. */
    dropHeld: (() => void) | undefined
  }
}

/**
 * Reads JSON bodies: short ones here, long ones (documents and plans in base64) in the thread beside the server, because 14 MiB
 * would hold the event loop for 40 ms. Both by the same rule: `__proto__` and its like are refused, as Fastify does.
 */
export function readJson(app: FastifyInstance): void {
  app.decorateRequest('dropHeld')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
      const { bodyLimit, config } = request.routeOptions
      const { endpoint } = config
      const parsed = await readBody(payload, {
        limit: bodyLimit ?? 0,
        what: endpoint?.largeBody,
        holdsFiles: endpoint?.holdsFiles === true,
      })
      if ('broken' in parsed) return fail(9001, { reason: 'malformed JSON' })
      const drop = 'drop' in parsed ? parsed.drop : undefined
      // Of who has hung up nobody is called any more, and no hook of a response would tell.
      if (drop && request.raw.socket.destroyed) {
        drop()
        fail(9001, { reason: 'the caller has gone' })
      }
      request.dropHeld = drop
      return parsed.value
    },
  )
}

interface Reading {
  readonly limit: number
  /** What a text for the person calls a body that is too large. */
  readonly what: string | null | undefined
  readonly holdsFiles: boolean
}

async function readBody(
  payload: IncomingMessage,
  { limit, what, holdsFiles }: Reading,
): Promise<ParsedJson | ReadBeside> {
  const tooLarge = what ? { params: { what } } : {}
  if (Number(payload.headers['content-length'] ?? 0) > limit) {
    // What comes is let go, so that the answer is heard.
    payload.resume()
    fail(9113, tooLarge)
  }
  const pieces: Buffer[] = []
  let size = 0
  let beside: JsonReader | undefined
  await new Promise<void>((resolve, reject) => {
    const refuse = (failure: unknown): void => {
      // What still comes is let go, so that the answer is heard.
      payload.removeAllListeners('data').resume()
      beside?.forget()
      reject(failure)
    }
    const take = (piece: Buffer): void => {
      if (beside) beside.add(piece)
      else pieces.push(piece)
      if (!beside && size > BESIDE_FROM) {
        beside = readJsonBeside()
        for (const kept of pieces.splice(0)) beside.add(kept)
      }
    }
    payload.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > limit) return refuse(new Failure(9113, tooLarge))
      try {
        take(piece)
      } catch (failure) {
        refuse(failure)
      }
    })
    payload.once('end', resolve)
    payload.once('error', (cause) => refuse(new Failure(9001, { reason: 'a body that was cut off', cause })))
  })
  return beside ? await beside.end(holdsFiles) : parsePlainJson(Buffer.concat(pieces).toString('utf8'))
}
