import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import switches from './keyboard/keyboard.module.css'
import { setSingleKeys, useSingleKeys } from './keyboard/single-keys.ts'
import classes from './plan.module.css'
import { Modal } from '../../../ui/dialog.tsx'

const groups = {
  choose: ['click', 'shiftClick', 'marquee', 'all', 'none', 'list'],
  change: ['nudge', 'shiftNudge', 'remove', 'copy', 'duplicate', 'order', 'enter'],
  draw: ['tools', 'cross', 'crossOutline', 'shiftDraw', 'alt', 'turn', 'outline', 'outlinePoint', 'point'],
  sheet: ['undo', 'save', 'pan', 'wheel', 'fit', 'help'],
} as const

interface KeysHelpProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Every key and press of the editor, in words. */
export function KeysHelp({ isOpen, onClose }: KeysHelpProps) {
  const t = useTranslations('plan.keys')
  const areOn = useSingleKeys()
  const list = (group: keyof typeof groups) => (
    <section key={group}>
      <h3>{t(`groups.${group}`)}</h3>
      <dl className={classes.keys}>
        {groups[group].map((name) => (
          <div key={name}>
            <dt>
              <kbd>{t(`press.${name}`)}</kbd>
            </dt>
            <dd>{t(`does.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('title')} size={860}>
      <div className={classes.help}>
        {list('choose')}
        {list('change')}
        {list('draw')}
        {list('sheet')}
      </div>
      <Switch
        className={switches.switch}
        label={t('single')}
        description={t('singleHint')}
        checked={areOn}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  )
}
