import { useTranslations } from 'use-intl'
import { changed } from '../model/edit.ts'
import { chosenOf, usePlan, usePlanStore } from '../use-plan.ts'
import { BoxField } from './box-field.tsx'
import { GridPanel } from './grid-panel.tsx'
import type { Grid } from './use-grid.ts'
import classes from './boxes.module.css'

/** At the right of the sheet: the grid that is being asked for, else the box of what is chosen. */
export function Side({ grid }: { readonly grid: Grid }) {
  return <div className={classes.side}>{grid.plan === null ? <Chosen /> : <GridPanel grid={grid} />}</div>
}

function Chosen() {
  const t = useTranslations('plan.boxes')
  const store = usePlanStore()
  const [objects, selected] = [usePlan((state) => state.objects), usePlan((state) => state.selected)]
  const [object, ...more] = chosenOf({ objects, selected })
  return (
    <div className={classes.grid}>
      {object === undefined || more.length > 0 ? (
        <p className={classes.hint}>{t('chooseOne')}</p>
      ) : (
        <BoxField
          object={object}
          onChange={(next) => store.commit(changed(store.get().objects, new Set([object.uuid]), () => next))}
        />
      )}
    </div>
  )
}
