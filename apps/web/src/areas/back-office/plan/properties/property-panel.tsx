import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { CrateLabel } from '../../../../ui/index.ts'
import { locked } from '../model/edit.ts'
import { groupOf, wordsOf } from '../model/object-rows.ts'
import { roleOf } from '../model/roles.ts'
import { usePlanStore } from '../use-plan.ts'
import type { PlanDeeds } from '../use-plan-keys.ts'
import { ArrangeSection } from './arrange-section.tsx'
import { ImageSection } from './image-section.tsx'
import { PaintSection } from './paint-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { RoleSection } from './role-section.tsx'
import { TextSection } from './text-section.tsx'
import { useEdits } from './use-edits.ts'
import type { Wish } from './wish.ts'
import classes from './properties.module.css'

interface PropertyPanelProps {
  readonly deeds: PlanDeeds
  readonly wish: Wish | null
  /** Instead of the words that nothing is chosen. */
  readonly empty?: ReactNode
  /** Which box an object stands for. */
  readonly children?: ReactNode
}

/** What the chosen objects are like, and what can be done to them (picture 20, right). */
export function PropertyPanel({ deeds, wish, empty, children }: PropertyPanelProps) {
  const t = useTranslations('plan.props')
  const { chosen, isLocked } = useEdits()
  return (
    <aside className={classes.panel} aria-label={t('label')} data-leave>
      {chosen.length === 0 ? (
        (empty ?? <p className={classes.nothing}>{t('nothing')}</p>)
      ) : (
        <>
          <div className={classes.scroll}>
            <Head chosen={chosen} />
            {isLocked && <p className={classes.hint}>{t('isLocked')}</p>}
            <PlaceSection />
            {children}
            <RoleSection />
            <ImageSection wish={wish} />
            <TextSection wish={wish} />
            <PaintSection />
            <ArrangeSection />
          </div>
          <footer className={classes.foot}>
            <Button
              variant="default"
              leftSection={<IconCopy size={18} stroke={1.75} />}
              title={t('duplicateTip')}
              onClick={deeds.duplicate}
            >
              {t('duplicate')}
            </Button>
            <Button
              variant="default"
              color="red"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              title={t('removeTip')}
              disabled={isLocked}
              onClick={deeds.remove}
            >
              {t('remove')}
            </Button>
          </footer>
        </>
      )}
    </aside>
  )
}

function Head({ chosen }: { readonly chosen: readonly MapObject[] }) {
  const t = useTranslations('plan')
  const store = usePlanStore()
  const isLocked = chosen.every((object) => object.locked === true)
  const [only, ...others] = chosen
  if (only === undefined) return null
  const words = wordsOf(only)
  const role = roleOf(only)
  const name = isLocked ? t('props.unlock') : t('props.lock')
  return (
    <header className={classes.head}>
      {others.length > 0 ? (
        <h2>{t('props.several', { count: chosen.length })}</h2>
      ) : (
        <h2>
          {words !== '' && (groupOf(only) === 'boxes' ? <CrateLabel number={words} /> : <b>{words}</b>)}
          <span>{role === null ? t(`tool.${only.type}`) : t(`role.name.${role}`)}</span>
        </h2>
      )}
      <ActionIcon
        size={32}
        aria-label={name}
        title={name}
        aria-pressed={isLocked}
        onClick={() => {
          const { objects, selected } = store.get()
          store.commit(locked(objects, selected, !isLocked))
        }}
      >
        {isLocked ? <IconLock size={18} stroke={1.75} /> : <IconLockOpen size={18} stroke={1.75} />}
      </ActionIcon>
    </header>
  )
}
