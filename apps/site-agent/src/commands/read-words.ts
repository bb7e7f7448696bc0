import { parseArgs } from 'node:util'

/** What somebody typed behind `npm run site-agent --`. */
export type Words =
  | { readonly verb: 'help' | 'version' | 'prepare' }
  | { readonly verb: 'run' | 'check' | 'init'; readonly configFile: string }
  | {
      readonly verb: 'pair'
      readonly configFile: string
      readonly code: string
      readonly server: string | undefined
    }
  /** What cannot be meant. */
  | { readonly verb: 'unknown'; readonly fault: string }

const VERBS = ['run', 'check', 'pair', 'init', 'prepare'] as const
type Verb = (typeof VERBS)[number]

export function readWords(words: readonly string[]): Words {
  let read: ReturnType<typeof parse>
  try {
    read = parse(words)
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = read
  const [verb = 'run', ...more] = positionals
  if (values.help === true || verb === 'help') return { verb: 'help' }
  if (values.version === true) return { verb: 'version' }
  if (!isVerb(verb)) return unknown(`nobody knows "${verb}" here`)
  if (more.length > 0) return unknown(`"${more.join(' ')}" is too much behind "${verb}"`)
  if (verb !== 'pair' && (values.code !== undefined || values.server !== undefined))
    return unknown(`--code and --server belong to "pair", not to "${verb}"`)
  if (verb === 'prepare') return { verb }
  const configFile = values.config
  if (configFile === undefined || configFile === '')
    return unknown('--config is missing: the file that describes this site')
  if (verb !== 'pair') return { verb, configFile }
  const { code, server } = values
  if (code === undefined)
    return unknown('--code is missing: the page of the stock’s site in the back office shows one')
  return { verb, configFile, code, server }
}

const isVerb = (word: string): word is Verb => (VERBS as readonly string[]).includes(word)
const unknown = (fault: string): Words => ({ verb: 'unknown', fault })

function parse(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      config: { type: 'string', short: 'c' },
      code: { type: 'string' },
      server: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
}
