import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { fetchBoxes } from '@stowage/api/catalog'
import { getMap } from '@stowage/api/maps'
import { bindBoxes } from '@stowage/domain/map-object'
import { queryOf } from '../../../client/index.ts'
import { MiniPlan } from '../../../features/maps/index.ts'
import { AskedSection, EmptyState, SkeletonCard } from '../../../ui/index.ts'
import classes from './where-is-box.module.css'

interface WhereIsBoxProps {
  readonly stockId: string
  readonly boxId: string
  readonly floor: number | null
  /** Staff look for somebody else's. */
  readonly isOwn?: boolean
}

/** The own box on its floor's plan, with the way from the gate (picture 13). */
export function WhereIsBox({ stockId, boxId, floor, isOwn = true }: WhereIsBoxProps) {
  const t = useTranslations('mybox.where')
  const usual = { staleTime: 10 * 60_000, meta: { quiet: true } }
  const maps = useQuery({ ...queryOf(getMap, { params: { stockId } }), ...usual })
  const boxes = useQuery({ ...queryOf(fetchBoxes, { query: { stockId } }), ...usual })
  const { data: drawn } = maps
  const { data: list } = boxes
  const found = useMemo(() => {
    if (drawn === undefined || list === undefined) return undefined
    const all = list.map(({ id, unitNumber }) => ({ id, unitNumber, isFree: false }))
    const [name, plan] =
      Object.entries(drawn).find(([, objects]) =>
        [...bindBoxes(objects, all).values()].some(({ id }) => id === boxId),
      ) ?? []
    return { isDrawn: Object.keys(drawn).length > 0, name, plan: plan ?? null, boxes: all }
  }, [drawn, list, boxId])
  const error = maps.error ?? boxes.error
  // As the plan calls its floor: the first of the numbers is the ground floor, "Erdgeschoss".
  const aside = found?.name ?? (floor === null ? undefined : t('floor', { floor }))
  return (
    <AskedSection
      query={{ data: found, error, refetch: () => void Promise.all([maps.refetch(), boxes.refetch()]) }}
      title={isOwn ? t('title') : t('titleStaff')}
      {...(aside === undefined ? {} : { aside })}
      isEmpty={({ plan }) => plan === null}
      empty={<EmptyState text={found?.isDrawn === true ? t('notOnPlan') : t('none')} />}
      skeleton={<SkeletonCard height={200} />}
    >
      {({ plan, boxes: all }) => (
        <div className={classes.plan}>
          {plan !== null && <MiniPlan objects={plan} boxes={all} ownId={boxId} hasWay />}
        </div>
      )}
    </AskedSection>
  )
}
