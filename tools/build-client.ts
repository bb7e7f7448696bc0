import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

// Usage: node tools/build-client.ts. Writes packages/client/dist: JavaScript, types and a package.json of its own, without our tools.
const root = path.join(import.meta.dirname, '..')
const home = path.join(root, 'packages/client')
const out = path.join(home, 'dist')

fs.rmSync(out, { recursive: true, force: true })
execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', path.join(home, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
const { name, version, description, license } = JSON.parse(
  fs.readFileSync(path.join(home, 'package.json'), 'utf8'),
) as Record<string, string>
const exports = { '.': { types: './index.d.ts', default: './index.js' } }
fs.writeFileSync(
  path.join(out, 'package.json'),
  `${JSON.stringify({ name, version, description, license, type: 'module', exports }, null, 2)}\n`,
)
for (const file of ['README.md']) fs.copyFileSync(path.join(home, file), path.join(out, file))
fs.copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'))
