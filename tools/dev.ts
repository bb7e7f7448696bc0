import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'
import { createLifetime, say } from './start/lifetime.ts'

// `npm run dev`: what `npm start` runs, started anew when its sources change, and in front of it vite, which hands a
// changed screen to the open page. Browse the address vite prints.
const root = path.resolve(import.meta.dirname, '..')
const lifetime = createLifetime()
const port = process.env['PORT'] ?? '3000'
const webPort = Number(process.env['WEB_PORT'] ?? 5173)

let product: ChildProcess | undefined

function start(): void {
  product = spawn(process.execPath, [path.join(root, 'tools/start.ts'), '--no-web'], {
    cwd: root,
    // Not the terminal's group: Ctrl-C comes to us, and we end it in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: port,
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${webPort}`,
    },
  })
}

async function stop(): Promise<void> {
  const running = product
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const closed = new Promise((resolve) => running.once('close', resolve))
  running.kill('SIGTERM')
  await closed
}

let restarting: Promise<void> | undefined

/** An editor that saves ten files causes one new start. */
function restart(): void {
  restarting ??= (async () => {
    await sleep(200)
    say('Sources have changed; starting anew')
    await stop()
    restarting = undefined
    start()
  })()
}

start()
await lifetime.started('The product', stop)
for (const folder of ['apps/server', 'packages', 'simulators/src', 'tools']) {
  const watcher = fs.watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(ts|sql|json|typ)$/.test(file) && !/\.test\.ts$|node_modules/.test(file)) restart()
  })
  await lifetime.started(`The watch on ${folder}`, () => Promise.resolve(watcher.close()))
}

const target = `http://127.0.0.1:${port}`
const vite = await createServer({
  root: path.join(root, 'apps/web'),
  server: {
    port: webPort,
    strictPort: true,
    proxy: { '/api': { target, ws: true }, '/socket': { target, ws: true }, '/simulators': { target } },
  },
})
await vite.listen()
await lifetime.started('Vite', async () => await vite.close())
vite.printUrls()
