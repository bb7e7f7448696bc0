import pino from 'pino'
import type { DestinationStream, Logger, LoggerOptions } from 'pino'

export type Log = Logger

/**
 * The log. Secrets never enter it: tokens in addresses are cut out, known secret fields are redacted wherever an
 * object carries them one or two levels deep.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  const settings: LoggerOptions = {
    level,
    redact: {
      paths: [
        'password',
        'token',
        'refreshToken',
        'accessToken',
        'authorization',
        'cookie',
        'secret',
        'secretWord',
        '*.password',
        '*.token',
        '*.authorization',
        '*.cookie',
        '*.secret',
        '*.secretWord',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
      censor: '[cut]',
    },
    serializers: {
      req: (request: { method: string; url: string; remoteAddress?: string; ip?: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        address: request.ip ?? request.remoteAddress,
      }),
      err: told,
    },
  }
  return to === undefined ? pino(settings) : pino(settings, to)
}

/**
 * What an error says, and no more: drivers hang on theirs the whole connection, and PostgreSQL's `detail` quotes the row
 * that was refused.
 */
function told(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.constructor.name,
    message: error.message,
    code,
    constraint,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: told(error.cause) }),
  }
}

/**
 * An address without the values of its secret parameters, without what says who somebody is (searches, e-mail addresses), and
 * without a path that opens a paper to whoever has it.
 */
export function withoutSecrets(url: string): string {
  return url
    .replace(/([?&](?:token|auth|authToken|accessToken|code|key|search|person|endpoint)=)[^&#]*/gi, '$1[cut]')
    .replace(/([?&][^=&#]*=)[^&#]*(?:@|%40)[^&#]*/gi, '$1[cut]')
    .replace(/(\/leases\/preview\/)[^/?#]+/, '$1[cut]')
}
