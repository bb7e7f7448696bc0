import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Every file that opens a connection, with its purpose. Whoever adds one names it here and in docs/operations/security.md. */
const CALLERS: Readonly<Record<string, string>> = {
  'modules/access/locks-client.ts': 'locks: locksWay, asked in createLocksClient',
  'modules/access/proven-line.ts': 'locks: the encrypted line of locks-client',
  'modules/management-system/mssql-view.ts':
    'sources: sourcesWay, to the address that reach-system looked up',
  'modules/management-system/mysql-view.ts':
    'sources: sourcesWay, to the address that reach-system looked up',
  'modules/management-system/postgres-view.ts':
    'sources: sourcesWay, to the address that reach-system looked up',
  'modules/messaging/post-push.ts': 'push: pushWay',
  'modules/messaging/webhooks/post-webhook.ts': 'webhooks: webhooksWay',
  'modules/payments/paykeeper/transport.ts':
    'processors: processorsWay, asked in the registry and by its lookup',
  'modules/payments/stripe/bounded-client.ts': 'processors: processorsWay, asked in the registry',
  'modules/payments/stripe/load-sdk.ts': 'processors: the library, over bounded-client',
  'platform/sms/ask-gateway.ts': 'short messages: TWILIO_URL',
  'platform/mail/mailer.ts': 'mail: SMTP_URL',
  'platform/mail/probe.ts': 'mail: SMTP_URL',
  'platform/files/object-storage.ts': 'object storage: FILES_URL',
  'platform/files/scan-upload.ts': 'virus scanner: CLAMD_URL, a private host',
  'platform/database/connect.ts': 'database: DATABASE_URL',
  'platform/database/migrate.ts': 'database: DATABASE_URL',
  'platform/events/signals.ts': 'database: DATABASE_LISTEN_URL or DATABASE_URL',
  'platform/events/tail.ts': 'database: DATABASE_LISTEN_URL or DATABASE_URL',
}

/** Dependencies of the server that open no connection of their own. */
const SILENT = [
  '@expo-google-fonts/noto-sans',
  '@fastify/cookie',
  '@fastify/helmet',
  '@fastify/rate-limit',
  '@fastify/static',
  '@fastify/websocket',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@react-email/render',
  '@stowage/api',
  '@stowage/domain',
  '@stowage/lsp',
  '@stowage/texts',
  'csv-parse',
  'fastify',
  'file-type',
  'jose',
  'kysely',
  'otplib',
  'pino',
  'prom-client',
  'react',
  'react-dom',
  'saxes',
  'sharp',
  'zod',
]
/** Those that do; `web-push` makes requests only for other files to send. */
const CALLING = ['mysql2', 'nodemailer', 'pg', 's3mini', 'stripe', 'web-push']
const HARMLESS = /^(isIP|isIPv4|isIPv6|BlockList|STATUS_CODES|METHODS|type .+)$/

const source = path.resolve(import.meta.dirname, '..')
const files = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.fixture\.ts$|(^|\/)testing\//.test(file))
const textOf = (file: string): string => fs.readFileSync(path.join(source, file), 'utf8')

/** What in a file opens connections: modules of Node.js, libraries, `fetch`. */
function callsOf(text: string): string[] {
  const imports = [...text.matchAll(/^import (?!type )([^;]+?) from '([^']+)'/gm)].flatMap(
    ([, names = '', from = '']) => {
      if (CALLING.some((one) => from === one || from.startsWith(`${one}/`))) return [from]
      if (!/^node:(https?|http2|net|tls|dgram)$/.test(from)) return []
      const named = names
        .replace(/^.*\{|\}.*$/gs, '')
        .split(',')
        .map((name) => name.trim())
      const isDefault = !names.trimStart().startsWith('{')
      return isDefault || named.some((name) => name !== '' && !HARMLESS.test(name)) ? [from] : []
    },
  )
  const loaded = [...text.matchAll(/(?:import|require\w*)\(\s*'([^']+)'/g)]
    .map(([, from = '']) => from)
    .filter((from) => CALLING.some((one) => from === one || from.startsWith(`${one}/`)))
  const fetched = /(?<![\w.])(?:globalThis\.)?fetch\(|new (?:WebSocket|EventSource)\(/.test(text)
    ? ['fetch']
    : []
  return [...imports, ...loaded, ...fetched]
}

/** Found by the walk, and opening no connection. */
const QUIET: Readonly<Record<string, string>> = {
  'modules/messaging/send-pushes.ts': 'makes the message that post-push sends',
  'modules/messaging/push-key.ts': 'makes the key of push messages',
  'modules/payments/paykeeper/client.ts': 'a function of its own that is called fetch',
}

test('B1: every place that opens a connection is named with its purpose', () => {
  const calling = files.filter((file) => callsOf(textOf(file)).length > 0 && QUIET[file] === undefined)
  expect(calling.toSorted()).toEqual(Object.keys(CALLERS).toSorted())
})

test('B1: the walk finds a newcomer, by whichever way it calls', () => {
  for (const text of [
    "import https from 'node:https'",
    "import { request } from 'node:http'",
    "import { connect, isIP } from 'node:net'",
    "import tls from 'node:tls'",
    'await fetch(url)',
    'await globalThis.fetch(url)',
    "const { createTransport } = await import('nodemailer')",
    "import pg from 'pg'",
    "createRequire(import.meta.url); require('stripe')",
  ])
    expect([text, callsOf(text).length > 0]).toEqual([text, true])
  for (const text of [
    "import { isIP } from 'node:net'",
    "import type pg from 'pg'",
    'refetch()',
    'it.fetch()',
  ])
    expect([text, callsOf(text)]).toEqual([text, []])
})

test('B1: every dependency of the server is known to call or not to', () => {
  const text = fs.readFileSync(path.join(source, '../package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies).toSorted()).toEqual([...SILENT, ...CALLING].toSorted())
})
