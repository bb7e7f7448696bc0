import { describe, expect, test } from 'vitest'
import { fitView, openingView, resized, reveal, settle, zoom, zoomAt, type View } from './view.ts'

const bounds = { x: 0, y: 0, width: 1600, height: 800 }
const desk = { width: 900, height: 600 }
const phone = { width: 360, height: 500 }
/** Where a point of the plan is on the screen. */
const onScreen = (view: View, x: number, y: number): { x: number; y: number } => ({
  x: x * view.scale + view.x,
  y: y * view.scale + view.y,
})

describe('fit', () => {
  test('the whole plan is in the middle of a desk', () => {
    const view = fitView(bounds, desk)
    expect(view.scale).toBeCloseTo(876 / 1600)
    const [first, last] = [onScreen(view, 0, 0), onScreen(view, 1600, 800)]
    expect(first.x).toBeCloseTo(desk.width - last.x)
    expect(first.y).toBeCloseTo(desk.height - last.y)
  })
  test('a phone stops at the least scale of the specification', () =>
    expect(fitView(bounds, phone).scale).toBe(zoom.least))
})

describe('zoom', () => {
  test('what lies under the pointer stays there', () => {
    const view = fitView(bounds, desk)
    const before = onScreen(view, 700, 350)
    const next = zoomAt(view, 1.1, before, bounds, desk)
    expect(next.scale).toBeCloseTo(view.scale * 1.1)
    expect(onScreen(next, 700, 350).x).toBeCloseTo(before.x)
    expect(onScreen(next, 700, 350).y).toBeCloseTo(before.y)
  })
  test('it ends at 0.3 and at 4', () => {
    let view = fitView(bounds, desk)
    for (let step = 0; step < 60; step++) view = zoomAt(view, zoom.stepIn, { x: 450, y: 300 }, bounds, desk)
    expect(view.scale).toBe(zoom.most)
    for (let step = 0; step < 60; step++) view = zoomAt(view, zoom.stepOut, { x: 450, y: 300 }, bounds, desk)
    expect(view.scale).toBe(zoom.least)
  })
})

describe('pan', () => {
  test.each([
    [9e5, 0],
    [-9e5, 0],
    [0, 9e5],
    [0, -9e5],
  ])('the plan cannot be lost (%i, %i)', (x, y) => {
    const view = settle({ x, y, scale: 1 }, bounds, desk)
    expect(view.x).toBeLessThanOrEqual(desk.width / 2)
    expect(view.x + 1600).toBeGreaterThanOrEqual(desk.width / 2)
    expect(view.y).toBeLessThanOrEqual(desk.height / 2)
    expect(view.y + 800).toBeGreaterThanOrEqual(desk.height / 2)
  })
  test('what fits stays wholly inside', () =>
    expect(settle({ x: -50, y: 5000, scale: 0.5 }, bounds, desk)).toEqual({ x: 0, y: 200, scale: 0.5 }))
})

describe('reveal', () => {
  const view = { x: -400, y: -200, scale: 1 }
  test('nothing moves for what is seen', () =>
    expect(reveal(view, { x: 600, y: 400, width: 50, height: 60 }, bounds, desk)).toBe(view))
  test('what is outside comes in, and no further than needed', () => {
    const next = reveal(view, { x: 1400, y: 400, width: 50, height: 60 }, bounds, desk)
    expect(onScreen(next, 1450, 0).x).toBeCloseTo(desk.width - 12)
    expect(next.y).toBe(view.y)
  })
})

test('on a phone what is shown does not hide under the zoom buttons', () => {
  const next = reveal(
    { x: -400, y: -100, scale: 1 },
    { x: 690, y: 300, width: 60, height: 60 },
    bounds,
    phone,
  )
  expect(onScreen(next, 750, 0).x).toBeLessThanOrEqual(phone.width - 68)
})

describe('first look', () => {
  const boxes = [
    { x: 100, y: 100, width: 70, height: 130 },
    { x: 1300, y: 600, width: 70, height: 130 },
    { x: 1370, y: 600, width: 70, height: 130 },
  ]
  test('a desk shows the house', () =>
    expect(openingView(bounds, desk, boxes, null)).toEqual(fitView(bounds, desk)))
  test('also a desk of 900 px, whose list of boxes leaves the plan 590', () => {
    const besideList = { width: 590, height: 560 }
    expect(openingView(bounds, besideList, boxes, null)).toEqual(fitView(bounds, besideList))
  })
  test('a phone goes where most of the wanted boxes are, a thumb wide each', () => {
    const view = openingView(bounds, phone, boxes, null)
    expect(70 * view.scale).toBeCloseTo(62)
    for (const { x, y } of boxes.slice(1)) {
      const at = onScreen(view, x + 35, y + 65)
      expect(at.x).toBeGreaterThan(0)
      expect(at.x).toBeLessThan(phone.width)
      expect(at.y).toBeGreaterThan(0)
      expect(at.y).toBeLessThan(phone.height)
    }
  })
  test('a chosen box is in the middle', () => {
    const at = onScreen(
      openingView(bounds, phone, boxes, { x: 800, y: 300, width: 70, height: 130 }),
      835,
      365,
    )
    expect(at.x).toBeCloseTo(phone.width / 2)
    expect(at.y).toBeCloseTo(phone.height / 2)
  })
  test('without a wanted box the house is shown', () =>
    expect(openingView(bounds, phone, [], null)).toEqual(fitView(bounds, phone)))
})

describe('the frame changes its size', () => {
  const view = { x: -400, y: -200, scale: 1 }
  const half = { width: 450, height: 600 }
  test('the middle stays', () =>
    expect(resized(view, desk, half, bounds, null)).toEqual({ x: -625, y: -200, scale: 1 }))
  test('what was seen of the chosen box is still seen', () => {
    const chosen = { x: 420, y: 250, width: 60, height: 60 }
    const { x, scale } = resized(view, desk, half, bounds, chosen)
    expect(chosen.x * scale + x).toBeGreaterThan(0)
    expect((chosen.x + chosen.width) * scale + x).toBeLessThan(half.width)
  })
  test('somebody who has moved away from the chosen box is not brought back', () => {
    const chosen = { x: 20, y: 250, width: 60, height: 60 }
    expect(resized(view, desk, half, bounds, chosen)).toEqual(resized(view, desk, half, bounds, null))
  })
})
