import { afterEach, beforeEach } from 'vitest'

// Runs in every test file: what servers logged during a test that failed is shown with it (testing/kept-log.ts of the server).
const held = globalThis as { stowageLogOfTests?: string[] }

beforeEach(() => {
  if (held.stowageLogOfTests) held.stowageLogOfTests.length = 0
})
afterEach(({ task }) => {
  const lines = held.stowageLogOfTests ?? []
  if (task.result?.state === 'fail' && lines.length > 0)
    process.stderr.write(`Log during "${task.name}":\n${lines.join('')}`)
})
