import { ActionIcon } from '@mantine/core'
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconStackBack,
  IconStackBackward,
  IconStackForward,
  IconStackFront,
  type Icon,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { aligned, arranged, distributed, type Alignment, type Arrangement } from '../model/edit.ts'
import { usePlanStore } from '../use-plan.ts'
import { useEdits } from './use-edits.ts'
import classes from './properties.module.css'

const orders: readonly (readonly [Arrangement, Icon])[] = [
  ['back', IconStackBack],
  ['backward', IconStackBackward],
  ['forward', IconStackForward],
  ['front', IconStackFront],
]
const alignments: readonly (readonly [Alignment, Icon])[] = [
  ['left', IconLayoutAlignLeft],
  ['centre', IconLayoutAlignCenter],
  ['right', IconLayoutAlignRight],
  ['top', IconLayoutAlignTop],
  ['middle', IconLayoutAlignMiddle],
  ['bottom', IconLayoutAlignBottom],
]
const distributions = [
  ['across', IconLayoutDistributeVertical],
  ['down', IconLayoutDistributeHorizontal],
] as const

/** Which lies over which; where several are chosen, how they stand to one another. */
export function ArrangeSection() {
  const t = useTranslations('plan.props')
  const store = usePlanStore()
  const { chosen, shown, isLocked } = useEdits()
  const state = () => store.get()
  return (
    <>
      <section className={classes.section} aria-label={t('order')}>
        <h3>{t('order')}</h3>
        <div className={classes.four}>
          {orders.map(([to, Sign]) => (
            <Deed
              key={to}
              name={t(`orders.${to}`)}
              Sign={Sign}
              onClick={() => store.commit(arranged(state().objects, state().selected, to))}
            />
          ))}
        </div>
      </section>
      {chosen.length > 1 && (
        <section className={classes.section} aria-label={t('align')}>
          <h3>{t('align')}</h3>
          <div className={classes.four}>
            {alignments.map(([to, Sign]) => (
              <Deed
                key={to}
                name={t(`alignments.${to}`)}
                Sign={Sign}
                disabled={isLocked}
                onClick={() => store.commit(aligned(state().objects, state().selected, to))}
              />
            ))}
            {distributions.map(([along, Sign]) => (
              <Deed
                key={along}
                name={t(`distribute.${along}`)}
                Sign={Sign}
                disabled={isLocked || shown.length < 3}
                onClick={() => store.commit(distributed(state().objects, state().selected, along))}
              />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

interface DeedProps {
  readonly name: string
  readonly Sign: Icon
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Deed({ name, Sign, disabled = false, onClick }: DeedProps) {
  return (
    <ActionIcon
      size="100%"
      h={32}
      variant="default"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      <Sign size={18} stroke={1.75} />
    </ActionIcon>
  )
}
