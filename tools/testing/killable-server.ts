import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPayKeeper, type PayKeeper } from '@stowage/simulators/paykeeper/start-paykeeper'

/** A server in a process of its own that may be killed and comes back to the same port, and the card processor beside it. */
export interface KillableServer {
  readonly url: string
  readonly cards: PayKeeper
  /** What its process is started with. */
  readonly env: NodeJS.ProcessEnv
  /** Its data, and the keys by which the next process knows what this one has sealed. */
  readonly folder: string
  /** Starts it, and waits until it answers. Whoever kills it starts it again. */
  start(): Promise<ChildProcess>
  /** Ends the card processor and removes the folder; the process is the caller's. */
  close(): Promise<void>
}

/** @param script the server's entry: the product's own, or one that a test has put around it */
export async function openKillableServer(of: {
  readonly databaseUrl: string
  readonly script: string
  readonly cards: {
    readonly refundAfterMs: number
    readonly slowMs: number
    readonly currency?: 'EUR' | 'RUB'
  }
  /** What its process is told beside. */
  readonly env?: NodeJS.ProcessEnv
}): Promise<KillableServer> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'stowage-kill-'))
  const port = await portToComeBackTo()
  const url = `http://127.0.0.1:${port}`
  const account = {
    login: 'api',
    password: 'word',
    secretWord: 's3cr3t',
    currency: of.cards.currency ?? 'EUR',
  } as const
  const cards = await startPayKeeper({
    host: '127.0.0.1',
    ...account,
    notificationUrl: `${url}/api/payments/paykeeper/paykeeper`,
    // Longer than a server is away.
    retry: { attempts: 400, everyMs: 100 },
    lateMs: 50,
    timeoutMs: 3000,
    refundAfterMs: of.cards.refundAfterMs,
    slowMs: of.cards.slowMs,
  })
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: of.databaseUrl,
    DEMO: 'off',
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TZ: process.env['TZ'] ?? 'Pacific/Chatham',
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PAYKEEPER_URL: cards.baseUrl,
    PAYKEEPER_LOGIN: account.login,
    PAYKEEPER_PASSWORD: account.password,
    PAYKEEPER_SECRET_WORD: account.secretWord,
    PAYKEEPER_CURRENCY: account.currency,
    ...of.env,
  }
  return {
    url,
    cards,
    env,
    folder,
    async start() {
      const child = spawn(process.execPath, [of.script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      for (const end = Date.now() + 60_000; ; await sleep(30)) {
        const isUp = await fetch(`${url}/api/health`).then(
          (answer) => answer.ok,
          () => false,
        )
        if (isUp) return child
        if (Date.now() > end || child.exitCode !== null) throw new Error('the server did not start again')
      }
    },
    async close() {
      await cards.close()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Below the ports that a system gives to whoever asks for any (32768 on Linux, 49152 elsewhere), so that nobody has it when the
 * server comes back to it.
 */
async function portToComeBackTo(): Promise<number> {
  for (let port = 10_000 + (process.pid % 20_000); ; port += 1) {
    const server = net.createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
