import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalFiles } from './files.ts'

test('a file that could not be written to its end leaves nothing behind that takes its place', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-files-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const files = createLocalFiles(folder)
  const [whole, broken] = ['kyc/01J0000000000000000000WHOLE', 'kyc/01J00000000000000000BROKEN']
  // A folder stands where the file is to go: its bytes can be written, and it cannot be put in its place.
  fs.mkdirSync(path.join(folder, broken, 'inside'), { recursive: true })
  await files.put(whole, Buffer.from('whole'))
  await expect(files.put(broken, Buffer.from('never there'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(fs.readdirSync(path.join(folder, 'kyc')).toSorted()).toEqual(
    [path.basename(broken), path.basename(whole)].toSorted(),
  )
  expect(await files.get(whole)).toEqual(Buffer.from('whole'))
})
