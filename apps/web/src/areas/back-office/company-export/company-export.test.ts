import { describe, expect, test } from 'vitest'
import { megabytesOf, partMade } from './company-export.ts'

describe('how far an archive is', () => {
  test.each([
    [{ things: 0, about: 1000 }, 0],
    [{ things: 500, about: 1000 }, 50],
    // The last part is the longest to wait for: it is done when it is ready.
    [{ things: 1000, about: 1000 }, 99],
    // The database thinks of less than there is, or of nothing yet.
    [{ things: 1001, about: 1000 }, undefined],
    [{ things: 20, about: 0 }, undefined],
    [{ things: 0, about: null }, undefined],
  ])('%o: %s', (standing, part) => expect(partMade(standing)).toBe(part))
})

test.each([
  [0, 0.1],
  [300 * 1024, 0.3],
  [1.26 * 1024 * 1024, 1.3],
  [12.4 * 1024 * 1024, 12],
])('%d bytes are %d MB', (bytes, megabytes) => expect(megabytesOf(bytes)).toBe(megabytes))
