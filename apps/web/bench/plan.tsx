/** What `npm run bench plan` draws: the plan as it is in the product, and beside it bare SVG of the same shapes from React. */
import '../src/ui/foundation.ts'
import '../src/ui/base.css'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import texts from '@stowage/texts/ui/en.ts'
import { FloorPlan } from '../src/features/maps/index.ts'

interface Floor {
  readonly objects: readonly MapObject[]
  readonly boxes: readonly {
    readonly id: string
    readonly unitNumber: string
    readonly size: number
    readonly isOccupied: boolean
    readonly isReserved: boolean
    readonly grossRate: number
  }[]
}

/** Rows of boxes with aisles, as wide as high. */
function floorOf(count: number): Floor {
  const columns = Math.ceil(Math.sqrt(count * 2))
  const boxes = Array.from({ length: count }, (_, index) => ({
    id: `b${index}`,
    unitNumber: `YA${1000 + index}`,
    size: 3 + (index % 8) * 1.5,
    isOccupied: index % 3 === 0,
    isReserved: false,
    grossRate: 4000 + (index % 8) * 1000,
  }))
  const objects = boxes.map(({ unitNumber }, index): MapObject => ({
    type: 'rectangle-with-text',
    uuid: unitNumber,
    text: unitNumber,
    x: 20 + (index % columns) * 62,
    y: 20 + Math.floor(index / columns) * 90,
    width: 60,
    height: 70,
  }))
  return { objects, boxes }
}

/** What the plan draws and nothing else: rectangle, number, hatch and halo, and sizes where the plan has written them. */
function Bare({ objects, boxes, hasSizes }: Floor & { readonly hasSizes: boolean }) {
  const width = Math.max(...objects.map(({ x, width: own }) => x + (own ?? 0))) + 20
  const height = Math.max(...objects.map(({ y, height: own }) => y + (own ?? 0))) + 20
  return (
    <svg width={1200} height={720} viewBox={`0 0 ${width} ${height}`}>
      <defs>
        <pattern
          id="hatch"
          width="10"
          height="10"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="10" height="10" fill="#fdeeeb" />
          <rect width="2.4" height="10" fill="#efb4ab" />
        </pattern>
      </defs>
      {objects.map((object, index) => {
        const box = boxes[index]
        const isTaken = box?.isOccupied === true
        const text = isTaken
          ? { fill: '#8b1e1c', stroke: '#fdeeeb', strokeWidth: 6, paintOrder: 'stroke' }
          : { fill: '#1a502d' }
        return (
          <g key={object.uuid}>
            <rect
              x={object.x}
              y={object.y}
              width={object.width ?? 0}
              height={object.height ?? 0}
              rx={5}
              fill={isTaken ? 'url(#hatch)' : '#d6f2dd'}
              stroke={isTaken ? '#d98d83' : '#2f834d'}
              strokeWidth={2}
            />
            <text x={object.x + 30} y={object.y + 32} fontSize={20} textAnchor="middle" {...text}>
              {box?.unitNumber.slice(2)}
            </text>
            {hasSizes && (
              <text x={object.x + 30} y={object.y + 52} fontSize={16} textAnchor="middle" {...text}>
                {box?.size}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** Whether the plan, drawn last, has written the sizes: at a small scale it does not. */
let hasSizes = true
let root: Root | null = null

/** @returns milliseconds from nothing to the frame in which all of it has been laid out and painted */
async function draw(kind: 'plan' | 'bare', count: number): Promise<number> {
  root?.unmount()
  const place = document.getElementById('root')
  if (place === null) throw new Error('the page has no #root')
  root = createRoot(place)
  const floor = floorOf(count)
  await frame()
  const begin = performance.now()
  flushSync(() =>
    root?.render(
      kind === 'bare' ? (
        <Bare {...floor} hasSizes={hasSizes} />
      ) : (
        <IntlProvider locale="en-GB" messages={texts} timeZone="UTC">
          <FloorPlan
            {...floor}
            selectedId={null}
            onChoose={() => undefined}
            sizeGroup={null}
            floorName="EG"
            currency="EUR"
          />
        </IntlProvider>
      ),
    ),
  )
  await frame()
  await frame()
  const lasted = performance.now() - begin
  if (kind === 'plan') hasSizes = place.querySelectorAll('[role="option"] > text').length > count
  return lasted
}

/** @returns how many frames there were in a second in which the plan stood elsewhere, or larger, than in the one before */
async function frames(milliseconds: number): Promise<number> {
  const drawing = document.querySelector('#root svg[role="listbox"]')
  if (drawing === null) throw new Error('no plan is drawn')
  const stands = (): string => {
    const { x, y, width } = drawing.getBoundingClientRect()
    return `${x} ${y} ${width}`
  }
  const begin = await frame()
  let [last, count, before] = [begin, 0, stands()]
  while (last - begin < milliseconds) {
    last = await frame()
    const now = stands()
    if (now !== before) count += 1
    before = now
  }
  return (count * 1000) / (last - begin)
}

const frame = async (): Promise<number> =>
  await new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })

Object.assign(window, { draw, frames })
