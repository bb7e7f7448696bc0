import module from 'node:module'
import path from 'node:path'
import { createLifetime } from './start/lifetime.ts'
import { spareMemory } from './start/spare-memory.ts'

// Before anything heavy is loaded: compiled code (and stripped types) of the last start are read instead of made again.
module.enableCompileCache(path.join(import.meta.dirname, '../.cache/node'))
const letGrow = spareMemory()

// The handlers stand before anything starts, so that Ctrl-C in the first second leaves nothing behind either.
const lifetime = createLifetime()
const { run } = await import('./start/run.ts')
await lifetime.guard(run(lifetime, { buildWeb: !process.argv.includes('--no-web') }))
module.flushCompileCache()
letGrow()
