import { describe, expect, test } from 'vitest'
import { layOutLabel, sharedPrefix, textFactor } from './box-label.ts'

const texts = { number: '106', full: '7,5 м²', bare: '7,5' }
const lay = (width: number, height: number, hasSign = false, factor = 1) =>
  layOutLabel({ width, height }, texts, factor, hasSign)

describe('what is written on a box (theme.md 5)', () => {
  test('number 22 and size 18 with its unit where there is room', () => {
    const { number, size, sign } = lay(90, 135)
    expect(number).toMatchObject({ text: '106', fontSize: 22 })
    expect(size).toMatchObject({ text: '7,5 м²', fontSize: 18 })
    expect(sign).toBeNull()
    expect(size!.y).toBeGreaterThan(number.y)
  })
  test('under 60 of width the unit goes, under 42 the letters are smaller', () => {
    expect(lay(59, 135).size?.text).toBe('7,5')
    expect(lay(41, 135).number.fontSize).toBe(15.5)
    expect(lay(41, 135).size?.fontSize).toBe(15)
  })
  test('under 60 of height a sign stands over the number alone', () => {
    expect(lay(90, 59, true).size).toBeNull()
    expect(lay(90, 59, true).sign).not.toBeNull()
    expect(lay(90, 135, true).size).not.toBeNull()
  })
  test.each([
    [16, 30],
    [24, 28],
    [34, 46],
    [42, 60],
    [60, 60],
    [90, 135],
    [300, 120],
  ])('nothing leaves a box of %i × %i', (width, height) => {
    for (const hasSign of [false, true]) {
      const { number, size, sign } = lay(width, height, hasSign, 1.29)
      expect(number.fontSize * 0.55 * number.text.length).toBeLessThanOrEqual(width)
      for (const line of size === null ? [number] : [number, size]) {
        expect(line.y).toBeLessThanOrEqual(height / 2)
        expect(line.y - line.fontSize * 0.75).toBeGreaterThanOrEqual(-height / 2)
      }
      if (sign !== null) expect(sign.y + sign.side * 0.2).toBeGreaterThanOrEqual(-height / 2)
    }
  })
  test('a wide plan is written larger, a small one never smaller', () => {
    expect(textFactor(1240)).toBe(1)
    expect(textFactor(800)).toBe(1)
    expect(textFactor(1600)).toBeCloseTo(1.29, 2)
  })
})

describe('letters all numbers share are not written', () => {
  test.each([
    [['YA101', 'YA102'], 'YA'],
    [['YA101', 'YB102'], ''],
    [['101', '102'], ''],
    [['YA101'], ''],
    [['YA', 'YA1'], ''],
    [[], ''],
  ])('%j → %s', (numbers, prefix) => expect(sharedPrefix(numbers)).toBe(prefix))
})
