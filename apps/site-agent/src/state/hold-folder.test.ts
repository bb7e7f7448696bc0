import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FolderInUse, holdFolder } from './hold-folder.ts'

test('of two who start at the same moment behind a killed one, one has the folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hold-'))
  const socket = path.join(folder, 'running.sock')
  // As a kill leaves it: the file is there, and nobody behind it.
  const code = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', code]), 'exit')
  const both = await Promise.allSettled([holdFolder(folder), holdFolder(folder)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(FolderInUse)
  await expect(holdFolder(folder)).rejects.toThrow(FolderInUse)
  for (const one of both) if (one.status === 'fulfilled') await one.value()
  await (
    await holdFolder(folder)
  )()
  rmSync(folder, { recursive: true })
})
