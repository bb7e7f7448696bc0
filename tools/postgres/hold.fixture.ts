import { startPostgres } from './start-postgres.ts'

// Started by the launcher's tests as a process that can be killed. Arguments: folder, `durable` or `temporary`.
const [folder, kind] = process.argv.slice(2)
try {
  const { url } = await startPostgres({
    dataDir: folder!,
    durable: kind === 'durable',
    log: () => undefined,
  })
  process.stdout.write(`${url}\n`)
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`refused: ${(error as Error).message}\n`)
}
