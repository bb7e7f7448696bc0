import { Button } from '@mantine/core'
import { IconPhotoScan } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useBoxesOfPlan } from './boxes/boxes-context.tsx'
import { givenFor } from './model/roles.ts'
import { useNewGate } from './toolbar.tsx'
import { usePlanStore } from './use-plan.ts'
import classes from './plan.module.css'

/** Beside an empty sheet: how a plan comes about, each step a press away. */
export function Begin({ hasScan, onScan }: { readonly hasScan: boolean; readonly onScan: () => void }) {
  const t = useTranslations('plan.begin')
  const store = usePlanStore()
  const gate = useNewGate()
  const { boxes } = useBoxesOfPlan()
  const small = { variant: 'default', size: 'xs' } as const
  return (
    <div className={classes.begin}>
      <h2>{t('title')}</h2>
      <ol>
        <li>
          <b>{t('scan')}</b>
          <p>{t(hasScan ? 'scanThere' : 'scanText')}</p>
          <Button {...small} leftSection={<IconPhotoScan size={16} stroke={1.75} />} onClick={onScan}>
            {t(hasScan ? 'scanMove' : 'scanYes')}
          </Button>
        </li>
        <li>
          <b>{t('house')}</b>
          <p>{t('houseText')}</p>
          <Button {...small} onClick={() => store.setTool('rectangle', givenFor('wall'))}>
            {t('walls')}
          </Button>
          <Button {...small} onClick={() => store.setTool('rectangle-with-text', gate)}>
            {t('gate')}
          </Button>
        </li>
        <li>
          <b>{t('boxes')}</b>
          <p>{t(boxes?.length === 0 ? 'noBoxes' : 'boxesText')}</p>
          <Button {...small} disabled={boxes?.length === 0} onClick={() => store.setTool('grid')}>
            {t('rows')}
          </Button>
        </li>
        <li>
          <b>{t('save')}</b>
          <p>{t('saveText')}</p>
        </li>
      </ol>
    </div>
  )
}
