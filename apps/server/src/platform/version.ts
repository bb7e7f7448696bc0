import fs from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../../../package.json')

/** The version of this product, as its package.json has it. */
export const VERSION = (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version
