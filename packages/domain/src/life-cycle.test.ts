import { expect, it } from 'vitest'
import { IllegalStepError, lifeCycle } from './life-cycle.ts'

const lamp = lifeCycle<'on' | 'off', 'press' | 'break'>('lamp', {
  on: { press: 'off' },
  off: { press: 'on' },
})

it('goes as its table says and nowhere else', () => {
  expect(lamp.step('on', 'press')).toBe('off')
  expect(lamp.allows('on', 'break')).toBe(false)
  expect(() => lamp.step('on', 'break')).toThrow(new IllegalStepError('lamp', 'on', 'break'))
})
