import { CloseButton } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import { useFormat } from '../../../../i18n/index.ts'
import { CrateLabel, SkeletonRows } from '../../../../ui/index.ts'
import { isFree } from '../offers.ts'
import { useDimensions } from '../use-dimensions.ts'
import { HeldPanel } from './held-panel.tsx'
import { TakenPanel } from './taken-panel.tsx'
import { WizardPanel } from './wizard-panel.tsx'
import type { DrawerInput } from './wizard.ts'
import classes from './drawer.module.css'

const WishPanel = lazy(async () => await import('./wish-panel.tsx'))

interface BookingDrawerProps extends DrawerInput {
  readonly floorName: string | undefined
  /** Over the page instead of beside it: takes the keyboard until it is closed. */
  readonly isModal: boolean
  readonly onClose: () => void
}

/** The right side: one box, its terms, its papers, its payment (pictures 04 to 06). */
export default function BookingDrawer({ floorName, isModal, onClose, ...input }: BookingDrawerProps) {
  const { box, hold } = input
  const t = useTranslations('booking.drawer')
  const shell = useTranslations('shell')
  const format = useFormat()
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const trap = useFocusTrap(isModal)
  const ref = useMergedRef(panel, trap)
  useEffect(() => {
    const before = document.activeElement
    title.current?.focus({ preventScroll: true })
    return () => {
      // Back to where the keyboard was, unless the person has gone on elsewhere meanwhile.
      if (
        document.activeElement === document.body &&
        (before instanceof HTMLElement || before instanceof SVGElement)
      )
        before.focus({ preventScroll: true })
    }
  }, [])
  useStillPage(isModal)
  const dimensions = useDimensions(box)
  useEscape(panel, onClose)
  return (
    <>
      {isModal && <div className={classes.backdrop} aria-hidden="true" onClick={onClose} />}
      <div
        ref={ref}
        className={classes.drawer}
        data-modal={isModal || undefined}
        role="dialog"
        aria-modal={isModal}
        aria-labelledby={titleId}
      >
        <header className={classes.head}>
          <CrateLabel number={box.unitNumber} size="lg" tone="chosen" />
          <div className={classes.facts}>
            <h2 ref={title} id={titleId} tabIndex={-1} data-autofocus>
              <span className="st-spoken">{t('title', { number: box.unitNumber })} </span>
              {[format.size(box.size, unitOf(box.unitNumber)), floorName]
                .filter((part) => part !== undefined)
                .join(', ')}
            </h2>
            {dimensions !== null && <p>{dimensions}</p>}
          </div>
          <CloseButton
            size={44}
            iconSize={22}
            className={classes.close}
            aria-label={shell('close')}
            onClick={onClose}
          />
        </header>
        {hold?.contract !== undefined ? (
          <HeldPanel contract={hold.contract} stock={input.stock} />
        ) : isFree(box) && box.grossRate != null ? (
          input.stock.isExternal ? (
            <Suspense
              fallback={
                <div className={classes.body}>
                  <SkeletonRows rows={6} height={50} />
                </div>
              }
            >
              <WishPanel key={box.id} {...input} onClose={onClose} />
            </Suspense>
          ) : (
            // Other boxes have other papers, the choices stay.
            <WizardPanel key={box.id} {...input} />
          )
        ) : (
          <TakenPanel onClose={onClose} />
        )}
      </div>
    </>
  )
}

/** Keys pressed in dialogs above are theirs: only what is pressed inside the panel itself closes it. */
function useEscape(panel: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useEffectEvent(onEscape)
  useEffect(() => {
    const element = panel.current
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [panel])
}

/** The page under a dialog stays where it is. */
function useStillPage(isStill: boolean): void {
  useEffect(() => {
    if (!isStill) return
    const { overflow } = document.body.style
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = overflow
    }
  }, [isStill])
}
