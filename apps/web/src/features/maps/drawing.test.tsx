import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { mapObjectTypes, type MapObject } from '@stowage/domain/map-object'
import texts from '@stowage/texts/ui/en.ts'
import { MiniPlan } from './mini-plan.tsx'
import { PlanDecor } from './plan-decor.tsx'
import { PlanDrawing } from './plan-drawing.tsx'
import { usePlanModel, usePlanWords } from './use-plan-model.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const object = (more: Partial<MapObject>): MapObject => ({
  type: 'rectangle',
  uuid: 'u',
  x: 10,
  y: 20,
  width: 30,
  height: 40,
  ...more,
})
const curve = { x1: 0, y1: 0, x2: 9, y2: 0, x: 9, y: 9 }
const drawn = (more: Partial<MapObject>): string =>
  renderToStaticMarkup(
    <svg>
      <PlanDecor object={object(more)} />
    </svg>,
  )

describe('every kind of map object is drawn', () => {
  const samples: Record<MapObject['type'], [Partial<MapObject>, RegExp]> = {
    rectangle: [{ radius: 4 }, /<rect x="10" y="20" width="30" height="40" rx="4"/],
    circle: [{}, /<ellipse cx="25" cy="40" rx="15" ry="20"/],
    polygon: [
      { path: [curve], closed: true, moveX: 0, moveY: 0 },
      /<path d="M0 0C0 0 9 0 9 9Z" transform="translate\(10 20\)"/,
    ],
    text: [{ text: 'Gate', fontSize: 18 }, /<text [^>]*font-size="18"[^>]*>Gate<\/text>/],
    image: [{ xlinkHref: picture }, /<image href="data:image\/png;base64,iVBORw0KGgo=" x="10"/],
    'rectangle-with-text': [{ text: 'Lift' }, /<rect .*<text [^>]*>Lift<\/text>/],
    'polygon-with-text': [{ path: [curve], text: 'Office' }, /<path .*<text [^>]*>Office<\/text>/],
  }
  test.each(mapObjectTypes)('%s', (type) => {
    const [more, pattern] = samples[type]
    expect(drawn({ type, ...more })).toMatch(pattern)
  })
  test('blend mode and rotation', () =>
    expect(drawn({ blendMode: 'multiply', rotate: 45 })).toMatch(
      /mix-blend-mode:multiply.*rotate\(45 25 40\)/,
    ))
})

test('nothing hostile reaches the page', () => {
  const html = [
    drawn({
      type: 'text',
      text: '<img src=x onerror=alert(1)>',
      fontFamily: "x';}</style><script>",
      fill: 'url(//evil.example)',
    }),
    drawn({ type: 'image', xlinkHref: 'https://evil.example/pixel.png' }),
    drawn({ type: 'image', xlinkHref: 'data:image/svg+xml;base64,PHN2Zz4=' }),
    drawn({ fill: 'red" onload="alert(1)', stroke: 'url(#x)', strokeWidth: 3 }),
    drawn({ type: 'polygon', path: [{ ...curve, x: '0"/><script>' as unknown as number }] }),
    drawn({ type: 'iframe' as MapObject['type'] }),
  ].join('')
  expect(html).not.toMatch(/<script|<img|onload=|evil\.example|url\(|<image|svg\+xml/)
  expect(html).toContain('&lt;img')
})

/** Six rows of ten boxes with an aisle under each, a wall around them and a gate in the south. */
const boxes = Array.from({ length: 60 }, (_, index) => ({
  id: `b${index}`,
  unitNumber: `YA${101 + index}`,
  size: 3 + (index % 4) * 1.5,
  isOccupied: index % 3 === 0,
  isReserved: false,
  grossRate: 1000,
}))
const plan: MapObject[] = [
  object({ uuid: 'wall', x: 0, y: 0, width: 1000, height: 900, role: 'wall' }),
  object({ uuid: 'gate', x: 930, y: 890, width: 50, height: 10, role: 'gate' }),
  ...boxes.map(({ unitNumber }, index): MapObject =>
    object({
      type: 'rectangle-with-text',
      uuid: unitNumber,
      text: unitNumber,
      x: 20 + (index % 10) * 90,
      y: 20 + Math.floor(index / 10) * 145,
      width: 90,
      height: 100,
    }),
  ),
]
const page = (children: React.ReactNode): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en-GB" messages={texts} timeZone="UTC">
      {children}
    </IntlProvider>,
  )

const nothing = (): void => undefined

function Drawn({ selectedId, tier }: { readonly selectedId: string | null; readonly tier: number }) {
  const model = usePlanModel(plan, boxes)
  const words = usePlanWords('EUR')
  return (
    <PlanDrawing
      id="p"
      model={model}
      words={words}
      sizeGroup={null}
      selectedId={selectedId}
      audience="customer"
      floorName="EG"
      active={null}
      tier={tier}
      onClick={nothing}
      onKeyDown={nothing}
      onFocus={nothing}
      onBlur={nothing}
    />
  )
}

test('a plan is a listbox of its boxes, each with number, size and state in its name', () => {
  const shown = (selectedId: string | null, tier = 8): string =>
    page(<Drawn selectedId={selectedId} tier={tier} />)
  const options = shown('b1').match(/<g [^>]*role="option"[^>]*>/g) ?? []
  expect(options).toHaveLength(60)
  expect(new Set(options.map((option) => /aria-label="Box (YA \d+), /.exec(option)?.[1])).size).toBe(60)
  expect(
    options.filter(
      (option) => option.includes('data-state="occupied"') && option.includes('aria-disabled="true"'),
    ),
  ).toHaveLength(20)
  expect(options.filter((option) => option.includes('aria-selected="true"'))).toEqual([
    expect.stringContaining('YA 102'),
  ])
  // Where the size could not be read, it is said but not written.
  expect(shown(null)).toMatch(/>3\sм²<\/text>/)
  expect(shown(null, 0)).not.toMatch(/>[\d,]+\sм²<\/text>/)
  expect(shown(null, 0)).toMatch(/aria-label="Box YA 101, 3\s\S+, 10\s€ a month, taken"/)
  // Taken in the meantime: still drawn, no longer chosen.
  expect(shown('b0')).not.toContain('aria-selected="true"')
})

test('a small plan is a picture with a name and few elements', () => {
  const small = (ownId: string | null): string =>
    page(
      <MiniPlan
        objects={plan}
        boxes={boxes.map(({ id, unitNumber, isOccupied }) => ({ id, unitNumber, isFree: !isOccupied }))}
        ownId={ownId}
        hasWay
      />,
    )
  expect(small(null)).toContain('40 of 60 boxes free')
  expect(small(null).match(/<(rect|path|polyline)/g)?.length).toBeLessThan(5)
  expect(small('b29')).toContain('where your box YA130 is. The way from the gate is dotted')
  expect(small('b29')).toContain('<polyline')
})
