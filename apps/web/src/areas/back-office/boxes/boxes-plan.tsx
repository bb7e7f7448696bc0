import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listBoxes } from '@stowage/api/catalog'
import { getMap } from '@stowage/api/maps'
import { drawnMaps } from '@stowage/domain/drawn-maps'
import { queryOf, useUser } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { FloorPlan, FloorTabs } from '../../../features/maps/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { EmptyState, ErrorState, SkeletonCard } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { boxSearch, pageOfBoxes } from './boxes-query.ts'
import { useBoxFacts } from './use-box-facts.ts'
import { useLiveLocks } from './use-live-locks.ts'
import classes from './boxes.module.css'

/** The plan as staff look at it: locks, contracts and debts of all boxes at once; a press on a box opens its page. */
export function BoxesPlan({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('boxes.plan')
  const format = useFormat()
  const navigate = useNavigate({ from: '/boxes' })
  const isSuperUser = useUser()?.role === 'superUser'
  const { map } = useSearch({ from: '/inside/boxes' })
  const plans = useQuery({
    ...queryOf(getMap, { params: { stockId: stock.id } }),
    select: drawnMaps,
  })
  // All of them, without a page.
  const boxes = useQuery({
    ...queryOf(listBoxes, { query: { stockId: stock.id } }),
    select: pageOfBoxes,
  })
  useLiveLocks(stock.id)
  const facts = useBoxFacts(stock)
  const today = useToday(stock.timeZone)
  const error = plans.error ?? boxes.error
  if (plans.data === undefined || boxes.data === undefined)
    return error === null ? (
      <SkeletonCard height={560} />
    ) : (
      <ErrorState
        error={error}
        onRetry={() => {
          void plans.refetch()
          void boxes.refetch()
        }}
      />
    )
  const names = Object.keys(plans.data)
  const shown = names.find((name) => name === map) ?? names[0]
  if (shown === undefined)
    return (
      <EmptyState
        title={t('noneTitle')}
        text={t('noneText')}
        {...(isSuperUser
          ? {
              action: (
                <Button
                  renderRoot={(props) => <Link to="/stocks/$id/plan" params={{ id: stock.id }} {...props} />}
                >
                  {t('draw')}
                </Button>
              ),
            }
          : {})}
      />
    )
  return (
    <div className={classes.plan}>
      <FloorPlan
        audience="staff"
        objects={plans.data[shown] ?? []}
        boxes={boxes.data.items}
        selectedId={null}
        onChoose={(box) =>
          void navigate({ to: '/boxes/$id', params: { id: box.id }, search: boxSearch(box, stock.id) })
        }
        sizeGroup={null}
        floorName={shown}
        currency={stock.currency}
        facts={facts}
        paper={[stock.name, shown, format.day(today)].join(' · ')}
        head={
          <FloorTabs
            names={names}
            shown={shown}
            onFloor={(name) =>
              void navigate({ to: '/boxes', search: (before) => ({ ...before, map: name }), replace: true })
            }
          />
        }
      />
    </div>
  )
}
