import { expect, test } from 'vitest'
import { pictureSize, type PictureKind } from './picture-size.ts'

// 7 × 5 pixels each.
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAIAAAAG+GGPAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8CAibAIUUUUAKEvIt5GUwVbAAAAAElFTkSuQmCC'
const jpeg =
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABgj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdABykX//Z'
const lossy = 'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoHAAUAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4P0uD9Lg/9KQAAA='
const lossless = 'UklGRhwAAABXRUJQVlA4TA8AAAAvBgABEAcQ/Y8iBiKi/wEA'
const extended =
  'UklGRlwAAABXRUJQVlA4WAoAAAAQAAAABgAABAAAQUxQSAoAAAABB1DEiAhERP8DVlA4ICwAAACQAQCdASoHAAUAAsBMJaACdLoAA5gA/u5DH+5sc4twV/9tD/9aH/60P+lAAA=='

test.each<[PictureKind, string]>([
  ['png', png],
  ['jpeg', jpeg],
  ['webp', lossy],
  ['webp', lossless],
  ['webp', extended],
])('%s says how large it is; cut off before, it says nothing', (kind, base64) => {
  const bytes = atob(base64)
  expect(pictureSize(kind, bytes)).toEqual({ width: 7, height: 5 })
  expect(pictureSize(kind, bytes.slice(0, 15))).toBeNull()
  expect(pictureSize(kind, bytes.slice(1))).toBeNull()
})

test('a preview within a JPEG is not the picture, and a length that leads nowhere ends the search', () => {
  const bytes = atob(jpeg)
  const preview = `\u00ff\u00e1\u0000\u0014${'\u00ff\u00c0\u0000\u0011\u0008\u00ff\u00ff\u00ff\u00ff'.padEnd(18, '\u0000')}`
  expect(pictureSize('jpeg', `\u00ff\u00d8${preview}${bytes.slice(2)}`)).toEqual({ width: 7, height: 5 })
  expect(pictureSize('jpeg', `\u00ff\u00d8\u00ff\u00e1\u0000\u0000${bytes.slice(2)}`)).toBeNull()
  expect(pictureSize('jpeg', '\u00ff'.repeat(100_000))).toBeNull()
})

test('sides of more than two bytes are read as they are', () => {
  const huge = `\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\u000dIHDR\u0000\u0000\u00ea\u0060\u0000\u0000\u00ea\u0060`
  expect(pictureSize('png', huge)).toEqual({ width: 60_000, height: 60_000 })
  expect(pictureSize('png', huge.slice(0, -8).padEnd(24, '\u0000'))).toBeNull()
})
