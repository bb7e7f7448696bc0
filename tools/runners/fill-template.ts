import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const script = path.resolve(import.meta.dirname, '../start.ts')

/**
 * Starts the product with its demo company once and ends it again: what it leaves in `folder` is a company that another product
 * starts with at once when it is copied.
 * @throws Error with what the product said, where it does not start
 */
export async function fillTemplate(folder: string): Promise<void> {
  const child = spawn(process.execPath, [script, '--no-web'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      DATA_DIR: folder,
      DATABASE_URL: '',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
    },
  })
  const ended = once(child, 'close')
  let said = ''
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Stowage is ready')) resolve()
      })
  })
  const died = ended.then(() => {
    throw new Error(`the product that fills the demo company ended: ${said}`)
  })
  died.catch(() => undefined)
  await Promise.race([isReady, died])
  child.kill('SIGTERM')
  await ended
}
