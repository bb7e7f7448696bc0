import { expect, test } from 'vitest'
import { createExitWatch } from './exit-watch.ts'

function bench() {
  let at = 0
  const watch = createExitWatch({ ticks: () => at })
  return {
    watch,
    /** @returns for each reading, 300 ms apart, whether it explains an opening; `P` pressed, `O` the door stands open */
    readings: (text: string): string =>
      text
        .split(' ')
        .map((one) => {
          at += 300
          return watch.read(one.includes('P'), one.includes('O')) ? '!' : '.'
        })
        .join(''),
    pass(ms: number) {
      at += ms
    },
  }
}

test('I14: a press explains what follows it, once, and not for as long as it is held', () => {
  const { readings, watch } = bench()
  expect(readings('- P P PO O -')).toBe('.!....')
  expect(watch.trouble()).toBeUndefined()
  // Pressed since before the start: no press of now.
  expect(bench().readings('P P PO')).toBe('...')
})

test('I14: a contact that moves with the door explains nothing and is named, in either sense', () => {
  const same = bench()
  // The first time it may have been a quick hand.
  expect(same.readings('- PO PO - - PO - PO -')).toBe('.!.......')
  expect(same.watch.trouble()).toBe('inStep')
  const inverted = bench()
  expect(inverted.readings('P O O P P O P O P')).toBe('.........')
  expect(inverted.watch.trouble()).toBe('inStep')
  // A reading late: the door has moved already.
  expect(bench().readings('- O PO PO P -')).toBe('......')
})

test('I14: a quick hand moves button and door in one reading, as often as it likes', () => {
  const { readings, watch } = bench()
  for (let count = 0; count < 10; count += 1) expect(readings('- PO O')).toBe('.!.')
  expect(watch.trouble()).toBeUndefined()
})

test('I14: pressed for long is stuck until it is released; a wire that flickers explains nothing', () => {
  const stuck = bench()
  stuck.readings('- P')
  stuck.pass(10 * 60_000)
  stuck.readings('P')
  expect(stuck.watch.trouble()).toBe('stuck')
  stuck.readings('-')
  expect(stuck.watch.trouble()).toBeUndefined()
  const flickers = bench()
  for (let count = 0; count < 50; count += 1) flickers.readings('- P')
  expect(flickers.watch.trouble()).toBe('flickers')
  expect(flickers.readings('- P')).toBe('..')
})
