import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const whole = '@mantine/core/styles.layer.css'
const foundation = '\0mantine-foundation'

/**
 * Mantine's one style sheet holds every component it has, four times what our pages show. The build takes in its place what
 * all components stand on, and each component's own sheet with the code of that component: styles then come with the chunk
 * that draws with them, those of the parts before those of the whole, as the modules are imported. While developing the
 * one sheet stays: there the modules are bundled beforehand, without plugins.
 */
export function mantineStyles(): Plugin {
  const styles = path.join(path.dirname(createRequire(import.meta.url).resolve(whole)), 'styles')
  const sheet = (name: string): string => `import '@mantine/core/styles/${name}.layer.css'\n`
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@mantine\/core\/styles\.layer\.css$/ },
      handler: (source) => (source === whole ? { id: foundation, moduleSideEffects: true } : null),
    },
    load: {
      filter: { id: /mantine-foundation$/ },
      handler: (id) =>
        id === foundation ? ['baseline', 'default-css-variables', 'global'].map(sheet).join('') : null,
    },
    transform: {
      filter: { id: /\/@mantine\/core\/esm\/.*\.module\.mjs$/ },
      handler(code, id) {
        const name = path.basename(id, '.module.mjs')
        if (!fs.existsSync(path.join(styles, `${name}.layer.css`)))
          throw new Error(`Mantine has no styles of its own for ${name}`)
        return { code: sheet(name) + code, map: null }
      },
    },
  }
}
