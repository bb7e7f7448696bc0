import module from 'node:module'
import path from 'node:path'
import { spareMemory } from '../start/spare-memory.ts'
import { endWithParent, tell } from './children.ts'

// The product's server alone on DATABASE_URL, as the bench measures it: settings by environment, nothing else around it.
module.enableCompileCache(path.join(import.meta.dirname, '../../.cache/node'))
const letGrow = spareMemory()

const { main } = await import('@stowage/server/main')
const { readConfig } = await import('@stowage/server/platform/config')
const running = await main(readConfig(process.env))
endWithParent(running.close)
tell({ port: running.port })
module.flushCompileCache()
letGrow()
