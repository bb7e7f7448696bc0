import { afterEach, expect, test } from 'vitest'
import { closeToast, closeToastOf, onToasts, shownToasts, toast } from './toast-store.ts'

afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
})

test('the same is never there twice, it only begins anew', () => {
  toast({ text: 'Saved' })
  toast({ text: 'Saved' })
  expect(shownToasts()).toMatchObject([{ text: 'Saved', round: 1 }])
  toast({ text: 'Saved', tone: 'amber' })
  expect(shownToasts()).toHaveLength(2)
})

test('a message stays 4 s, an error until it is closed, and both as long as is asked', () => {
  toast({ text: 'Saved' })
  toast({ text: 'No', tone: 'red' })
  toast({ text: 'Welcome', ms: 9000 })
  expect(shownToasts().map(({ ms }) => ms)).toEqual([4000, 0, 9000])
})

test('many of them push the oldest out', () => {
  for (let count = 1; count <= 7; count += 1) toast({ text: `${count}` })
  expect(shownToasts().map(({ text }) => text)).toEqual(['3', '4', '5', '6', '7'])
})

test('what stays is not pushed out by what passes, and goes when its matter is done', () => {
  toast({ text: 'Anna', ms: 0, key: 'appeal-1' })
  toast({ text: 'Anna', ms: 0, key: 'appeal-2' })
  for (let count = 1; count <= 7; count += 1) toast({ text: `${count}` })
  expect(shownToasts().map(({ text, key }) => key ?? text)).toEqual(['appeal-1', 'appeal-2', '5', '6', '7'])
  closeToastOf('appeal-1')
  expect(shownToasts().map(({ key }) => key)).toEqual(['appeal-2', null, null, null])
})

test('listeners hear of each change until they stop', () => {
  let heard = 0
  const stop = onToasts(() => (heard += 1))
  toast({ text: 'Saved' })
  closeToast(shownToasts()[0]?.id ?? 0)
  stop()
  toast({ text: 'Saved' })
  expect(heard).toBe(2)
})
