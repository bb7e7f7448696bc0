import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Section } from '../../../ui/index.ts'
import { sketch, type Place } from './place-map.ts'
import type { Stock } from './stock.ts'
import classes from './city-map.module.css'

const sheet = { width: 720, height: 320 }

export interface CityStocks {
  readonly id: string
  readonly name: string
  readonly centre: Place | null
  readonly stocks: readonly Stock[]
}

type Placed = Stock & Place
const isPlaced = (stock: Stock): stock is Placed => stock.latitude != null && stock.longitude != null

/**
 * Where the warehouses of a city are to one another: points on a blank sheet with a scale, drawn here. No tiles from
 * elsewhere, so it works without the internet and tells nobody who looks.
 */
export function CityMap({ city }: { readonly city: CityStocks }) {
  const t = useTranslations('sites.map')
  const format = useFormat()
  // One map per city stands on the page.
  const grid = useId()
  const placed = city.stocks.filter(isPlaced)
  const [first] = placed
  if (first === undefined) return null
  const { centre } = city
  const drawn = sketch([...placed, ...(centre === null ? [] : [centre])], sheet)
  const middle = centre === null ? undefined : drawn.points[placed.length]
  const { metres, length } = drawn.scale
  const missing = city.stocks.length - placed.length
  return (
    <Section
      title={t('title', { city: city.name })}
      {...(missing === 0 ? {} : { foot: t('missing', { count: missing }) })}
    >
      <div className={classes.sheet} role="group" aria-label={t('drawing', { city: city.name })}>
        {/* The names are links of their own over the drawing: text stays text, at its size, on every screen. */}
        <svg viewBox={`0 0 ${sheet.width} ${sheet.height}`} aria-hidden="true" preserveAspectRatio="none">
          <defs>
            <pattern id={grid} width="40" height="40" patternUnits="userSpaceOnUse">
              <path d="M40 0H0V40" className={classes.grid} />
            </pattern>
          </defs>
          <rect width={sheet.width} height={sheet.height} fill={`url(#${grid})`} />
        </svg>
        {middle !== undefined && (
          <span className={classes.centre} data-left={isRight(middle) || undefined} style={at(middle)}>
            {t('centre')}
          </span>
        )}
        {placed.map((stock, index) => {
          const point = drawn.points[index] ?? { x: 0, y: 0 }
          return (
            <Link
              key={stock.id}
              to="/boxes"
              search={{ stockId: stock.id }}
              className={classes.point}
              data-left={isRight(point) || undefined}
              style={at(point)}
            >
              {stock.name}
            </Link>
          )
        })}
      </div>
      <div className={classes.scale} style={{ width: `${(length / sheet.width) * 100}%` }}>
        {metres >= 1000
          ? t('km', { km: format.number(metres / 1000) })
          : t('m', { m: format.number(metres) })}
      </div>
    </Section>
  )
}

/** Its name stands at the left of it, so that it is not cut. */
const isRight = ({ x }: { readonly x: number }): boolean => x > sheet.width * 0.62

const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  left: `${(x / sheet.width) * 100}%`,
  top: `${(y / sheet.height) * 100}%`,
})
