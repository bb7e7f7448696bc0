import { basename } from 'node:path'
import { VERSION } from '../version.ts'
import { readWords, type Words } from './read-words.ts'
import { sentencesOf } from './say-fault.ts'
import type { Surroundings } from './surroundings.ts'

const USAGE = `The locks server of one site (Stowage ${VERSION}).

  npm run site-agent -- init --config FILE
      writes a small configuration to begin with: one board, a gate and a box
  npm run site-agent -- check --config FILE
      looks whether configuration, wiring, network and clock are in order; moves nothing
  npm run site-agent -- pair --code CODE --config FILE [--server URL]
      fetches the keys of this site with the code that the back office shows, once
  npm run site-agent -- --config FILE
      runs the site until SIGTERM or Ctrl-C
  npm run site-agent -- prepare
      compiles what runs a site and keeps it, so that the agent starts fast and small; its service does that by itself

  --help, --version

From an empty machine to an opening door: docs/operations/site-agent.md
`

/**
 * Does what was typed.
 * @param words behind the name of the program
 * @returns the exit code: 0 done, 1 it did not come about (sentences on `err` say why), 2 it cannot be meant
 */
export async function commandLine(words: readonly string[], around: Surroundings): Promise<number> {
  const read = readWords(words)
  try {
    return await follow(read, around)
  } catch (error) {
    const sentences = sentencesOf(error)
    if (sentences === undefined) throw error
    const about = 'configFile' in read ? `${basename(read.configFile)}: ` : ''
    for (const sentence of sentences) around.err(`${about}${sentence}\n`)
    return 1
  }
}

/** Each command loads what it needs itself: what runs for months carries nothing of the others. */
async function follow(words: Words, around: Surroundings): Promise<number> {
  switch (words.verb) {
    case 'help':
      around.out(USAGE)
      return 0
    case 'version':
      around.out(`${VERSION}\n`)
      return 0
    case 'unknown':
      around.err(`${words.fault}\n\n${USAGE}`)
      return 2
    case 'init': {
      const { writeSample } = await import('./write-sample.ts')
      writeSample(words.configFile)
      around.out(`${words.configFile} is written: put in what hangs on your wires, then "check" it.\n`)
      return 0
    }
    case 'check': {
      const { checkSite } = await import('./check-site.ts')
      return (await checkSite(words.configFile, around)) ? 0 : 1
    }
    case 'pair': {
      const { pairSite } = await import('./pair-site.ts')
      await pairSite(words, around)
      return 0
    }
    case 'prepare': {
      const { loadAll } = await import('./load-all.ts')
      await loadAll()
      around.onStarted()
      return 0
    }
    case 'run': {
      const { runSite } = await import('./run-site.ts')
      return await runSite(words.configFile, around)
    }
  }
}
