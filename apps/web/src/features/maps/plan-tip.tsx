/**
 * Number, size and price of the box under the pointer or the keyboard. It listens for itself, so that a moving pointer renders the
 * tip and not the plan.
 */
import { useEffect, useState, type RefObject } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { BoxState, PlanBox } from './box-state.ts';
import classes from './plan-tip.module.css';

interface PlanTipProps<Box extends PlanBox> {
  readonly frame: RefObject<HTMLElement | null>;
  readonly byId: (id: string) => Box | undefined;
  readonly sizeOf: (box: Box) => string;
  /** The box the keyboard is on; null while the pointer leads. */
  readonly activeId: string | null;
  readonly isMoving: boolean;
  readonly currency: string | null;
}

interface Spot {
  readonly id: string;
  readonly state: BoxState;
  readonly x: number;
  readonly y: number;
  readonly isBelow: boolean;
}

export function PlanTip<Box extends PlanBox>({ frame, byId, sizeOf, activeId, isMoving, currency }: PlanTipProps<Box>) {
  const [spot, setSpot] = useState<Spot | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const abort = new AbortController();
    const listen = { signal: abort.signal };
    element.addEventListener('pointerover', (event) => {
      // A finger covers what it points at, and its tap opens the same facts.
      if (event.pointerType !== 'mouse') return;
      setSpot(spotOf(event.target instanceof Element ? event.target.closest('[data-box]') : null, element));
    }, listen);
    element.addEventListener('pointerleave', () => setSpot(null), listen);
    element.ownerDocument.addEventListener('keydown', (event) => event.key === 'Escape' && setSpot(null), listen);
    return () => abort.abort();
  }, [frame]);

  useEffect(() => {
    const element = frame.current;
    if (isMoving || element === null || activeId === null) {
      setSpot(null);
      return;
    }
    setSpot(spotOf(element.querySelector(`[data-box="${CSS.escape(activeId)}"]`), element));
  }, [frame, activeId, isMoving]);

  const box = spot === null ? undefined : byId(spot.id);
  if (spot === null || box === undefined) return null;
  return <TipCard spot={spot} box={box} size={sizeOf(box)} currency={currency} />;
}

function TipCard({ spot, box, size, currency }: { readonly spot: Spot; readonly box: PlanBox; readonly size: string; readonly currency: string | null }) {
  const t = useTranslations('maps');
  const format = useFormatter();
  const price = currency === null || box.grossRate == null ? null : t('perMonth', {
    price: format.number(box.grossRate / 100, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: box.grossRate % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 }),
  });
  const metres = (length: number): string => format.number(length, { maximumFractionDigits: 2 });
  const { width, depth, height } = box;
  return (
    // The option's own name says the same to a screen reader.
    <div className={classes.tip} data-below={spot.isBelow} style={{ left: spot.x, top: spot.y }} aria-hidden="true">
      <span className={classes.head}>
        <b className={classes.number} data-chosen={spot.state === 'chosen'}>{box.unitNumber}</b>
        <b>{size}</b>
        <span className={classes.state} data-state={spot.state}>{t(`state.${spot.state}`)}</span>
      </span>
      {width != null && depth != null && height != null && (
        <span className={classes.dim}>{t('dimensions', { width: metres(width), depth: metres(depth), height: metres(height) })}</span>
      )}
      {price !== null && <span className={classes.price}>{price}</span>}
    </div>
  );
}

const states: ReadonlySet<string> = new Set<BoxState>(['free', 'chosen', 'occupied', 'otherSize', 'open', 'debt']);

function isState(state: string | undefined): state is BoxState {
  return state !== undefined && states.has(state);
}

function spotOf(target: Element | null, frame: HTMLElement): Spot | null {
  if (!(target instanceof SVGElement)) return null;
  const { box: id, state } = target.dataset;
  if (id === undefined || !isState(state)) return null;
  const around = frame.getBoundingClientRect();
  const box = target.getBoundingClientRect();
  const isBelow = box.top - around.top < 96;
  const middle = box.left + box.width / 2 - around.left;
  return { id, state, x: Math.min(around.width - 110, Math.max(110, middle)), y: (isBelow ? box.bottom : box.top) - around.top, isBelow };
}
