import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import registers from '../../packages/texts/src/ui/en/registers.json' with { type: 'json' }

const server = path.resolve(import.meta.dirname, '../../apps/server/src')

/** What stands behind `action:` and `subjectType:` where an audit record is written; both ways of a choice. */
function written(): { actions: Set<string>; subjects: Set<string> } {
  const found = { actions: new Set<string>(), subjects: new Set<string>() }
  for (const file of fs.readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = fs.readFileSync(path.join(server, file), 'utf8')
    for (const [, action = '', subject = ''] of text.matchAll(
      /\baction:([^,]*?),\s*subjectType:\s*'([\w-]+)'/g,
    )) {
      found.subjects.add(subject)
      for (const [, code = ''] of action.matchAll(/(?<!=== )'([a-z][a-z-]+)'(?! in )/g))
        found.actions.add(code)
    }
  }
  return found
}

test('every act and every kind of thing in the audit log has words for its reader', () => {
  const { actions, subjects } = written()
  expect(actions.size).toBeGreaterThan(25)
  expect([...actions].filter((code) => !(code in registers.audit.actions))).toEqual([])
  expect([...subjects].filter((code) => !(code in registers.audit.subjects))).toEqual([])
})
