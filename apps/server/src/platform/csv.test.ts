import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test('cells are quoted, and none begins like a formula', () => {
  const cells = ['plain', '=1+1', '+49 30 1', '-2', '@sum', '\tx', '\rx', 'say "hi"; bye', 'a=b', '']
  expect(csv(['A'], [cells])).toBe(
    `\uFEFF"A"\r\n"plain";"'=1+1";"'+49 30 1";"'-2";"'@sum";"'\tx";"'\rx";"say ""hi""; bye";"a=b";""\r\n`,
  )
})
