import { IconBuildingWarehouse, IconMapPin, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { listUsers } from '@stowage/api/accounts'
import { listCities, listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { boxesOf } from '../stocks/stock.ts'
import classes from './dashboard.module.css'

/** Cities, warehouses, accounts: a figure each, and the way to them. A figure that did not come is a dash, the way stays. */
export function Tiles() {
  const t = useTranslations('backoffice.dashboard')
  const shell = useTranslations('shell.nav')
  const cities = useQuery(queryOf(listCities)).data
  const stocks = useQuery(queryOf(listStocks)).data
  const accounts = useQuery(queryOf(listUsers, { query: {} })).data
  const boxes = stocks?.reduce((sum, stock) => sum + boxesOf(stock).total, 0)
  const names = cities
    ?.slice(0, 3)
    .map(({ city }) => city)
    .join(', ')
  return (
    <ul className={classes.tiles}>
      <Tile
        to="/cities"
        icon={IconMapPin}
        name={shell('cities')}
        figure={cities?.length}
        note={
          cities !== undefined && cities.length > 3
            ? t('andMore', { names: names ?? '', more: cities.length - 3 })
            : names
        }
      />
      <Tile
        to="/stocks"
        icon={IconBuildingWarehouse}
        name={shell('stocks')}
        figure={stocks?.length}
        note={boxes === undefined ? undefined : t('boxes', { count: boxes })}
      />
      <Tile
        to="/users"
        icon={IconUsers}
        name={t('accounts')}
        figure={accounts?.total}
        note={t('accountsNote')}
      />
    </ul>
  )
}

interface TileProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  readonly name: string
  readonly figure: number | undefined
  readonly note: string | undefined
}

function Tile({ to, icon: Icon, name, figure, note }: TileProps) {
  const format = useFormat()
  return (
    <li>
      <Link to={to} className={classes.tile}>
        <span className={classes.tileName}>
          {name}
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </span>
        <span className={classes.figure}>{figure === undefined ? '–' : format.number(figure)}</span>
        <span className={classes.note}>{note ?? '\u00a0'}</span>
      </Link>
    </li>
  )
}
