import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { renderError, type ErrorText } from './errors.ts'
import { languageOf } from './language.ts'

/**
 * Answers what never becomes a call: an address that cannot be decoded reaches neither hook nor error handler, bytes that
 * are no HTTP not even a request. They get the error envelope like everything else.
 */
export function createRefusals(text: ErrorText) {
  return {
    frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply): void {
      const language = languageOf(request.headers, null)
      const { status, body } = renderError(error, { language, actor: null, text, reference: request.id })
      void reply.status(status).header('Cache-Control', 'no-store').send(body)
    },

    clientErrorHandler(
      this: { log: FastifyBaseLogger },
      error: Error & { code?: string },
      socket: Socket,
    ): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      this.log.debug({ code: error.code }, 'a connection brought no request')
      const status =
        error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
      const body = JSON.stringify({ errors: [{ errorCode: 9001, message: text(9001, 'ru') }] })
      if (socket.writable) {
        socket.write(
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n${body}`,
        )
      }
      socket.destroy(error)
    },
  }
}
