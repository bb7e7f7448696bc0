import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Runs a script of the project's Node with our terminal. Ours to end: signals are passed on, and when our own parent is
 * gone (kill -9 of npm) the child is asked to end too.
 * @returns its exit code, or the name of the signal or error that ended it
 */
export async function runChild(
  script: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const bin = path.join(root, 'node_modules/.bin')
  const child = spawn(process.execPath, [path.join(root, script), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}`, ...env },
  })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) pass('SIGTERM')
  }, 1_000)
  // Ctrl-C reaches the child from the terminal by itself; we only must not die before it.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass)
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'))
    })
  } finally {
    clearInterval(watch)
    process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass)
  }
}
