import { Button } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { fetchBoxes } from '@stowage/api/catalog'
import { getMap } from '@stowage/api/maps'
import { queryOf } from '../../../client/index.ts'
import { MiniPlan } from '../../../features/maps/index.ts'
import { AskedSection, SkeletonCard } from '../../../ui/index.ts'
import classes from './settings.module.css'

interface PlanSectionProps {
  readonly stockId: string
  readonly isReadOnly: boolean
}

/** The maps of a stock in small, each the way to where it is drawn. */
export function PlanSection({ stockId, isReadOnly }: PlanSectionProps) {
  const t = useTranslations('sites')
  const maps = useQuery(queryOf(getMap, { params: { stockId } }))
  const boxes = useQuery(queryOf(fetchBoxes, { query: { stockId } })).data
  // While the boxes are on their way, and where they did not come, the walls stand all the same.
  const marked = useMemo(
    () =>
      (boxes ?? []).map(({ id, unitNumber, isOccupied, isReserved }) => ({
        id,
        unitNumber,
        isFree: !isOccupied && !isReserved,
      })),
    [boxes],
  )
  return (
    <AskedSection
      id="plan"
      title={t('nav.plan')}
      query={maps}
      skeleton={<SkeletonCard height={140} />}
      isEmpty={(found) => Object.keys(found).length === 0}
      empty={
        <>
          <p className={classes.lead}>{t('plan.none')}</p>
          {!isReadOnly && <Draw stockId={stockId} text={t('plan.first')} />}
        </>
      }
    >
      {(found) => (
        <>
          <p className={classes.lead}>{t('plan.text')}</p>
          <ul className={classes.plans}>
            {Object.entries(found).map(([mapId, objects]) => (
              <li key={mapId}>
                <div className={classes.planPicture}>
                  <MiniPlan objects={objects} boxes={marked} />
                </div>
                {isReadOnly ? (
                  <strong>{mapId}</strong>
                ) : (
                  <Link
                    to="/stocks/$id/plan"
                    params={{ id: stockId }}
                    search={{ map: mapId }}
                    aria-label={t('plan.editMap', { map: mapId })}
                  >
                    {mapId}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          {!isReadOnly && <Draw stockId={stockId} text={t('plan.edit')} />}
        </>
      )}
    </AskedSection>
  )
}

function Draw({ stockId, text }: { readonly stockId: string; readonly text: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconMap2 size={18} stroke={1.75} />}
      renderRoot={(props) => <Link to="/stocks/$id/plan" params={{ id: stockId }} {...props} />}
    >
      {text}
    </Button>
  )
}
