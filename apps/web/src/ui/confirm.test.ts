import { expect, test } from 'vitest'
import { confirm, unask } from './confirm.tsx'

const draft = { title: 'Go on?', text: 'You have drawn.', yes: 'Go on', no: 'Throw away' }

test('a question that is closed is "no", unless that would lose something', async () => {
  const usual = confirm(draft)
  unask()
  expect(await usual).toBe(false)
  const kept = confirm({ ...draft, closed: true })
  unask()
  expect(await kept).toBe(true)
})

test('a second question closes the first', async () => {
  const first = confirm({ ...draft, closed: true })
  const second = confirm(draft)
  expect(await first).toBe(true)
  unask()
  expect(await second).toBe(false)
})
