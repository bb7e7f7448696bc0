import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/** Another agent works with this folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`${folder} is in use: another site agent runs with it`)
    this.name = 'FolderInUse'
  }
}

/**
 * Takes a folder for this process alone: two agents on one folder would give one command two pulses. Held by a socket, which dies
 * with its process, so that neither a kill nor a power cut leaves anything behind that keeps the next one out.
 * @returns gives it back
 * @throws FolderInUse
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const name =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${path.resolve(folder).replaceAll(/[\\/:]/g, '-')}`
      : path.join(path.resolve(folder), 'running.sock')
  const server = net.createServer((socket) => socket.destroy())
  const first = await holdName(folder)
  try {
    if (!(await listens(server, name))) {
      if (await answers(name)) throw new FolderInUse(folder)
      rmSync(name, { force: true })
      if (!(await listens(server, name))) throw new FolderInUse(folder)
    }
  } catch (error) {
    await closed(first)
    throw error
  }
  server.unref()
  return async () => {
    await closed(server)
    await closed(first)
  }
}

/**
 * A socket that a killed agent left behind is taken away, and two who start at the same moment would each take away the other's. Linux
 * has names that nobody needs to take away: they go with their process. The one of this folder is taken first.
 */
async function holdName(folder: string): Promise<net.Server | undefined> {
  if (process.platform !== 'linux') return undefined
  const { dev, ino } = statSync(folder, { bigint: true })
  const server = net.createServer((socket) => socket.destroy())
  if (!(await listens(server, `\0stowage-site-agent-${dev}-${ino}`))) throw new FolderInUse(folder)
  return server.unref()
}

async function closed(server: net.Server | undefined): Promise<void> {
  if (server !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()))
}

async function listens(server: net.Server, name: string): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    server.once('error', failed)
    server.listen(name, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

async function answers(name: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = net.connect(name)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
