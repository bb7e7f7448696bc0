import classes from './crate-pattern.module.css'

/** x, y, width, height, depth of colour (0 light … 3 deep), number. Packed by hand, as in a real hall (picture 01). */
const crates = [
  [2, -70, 213, 184, 2, '201'],
  [219, -70, 127, 314, 1, '202'],
  [350, -70, 256, 184, 3, '203'],
  [610, -70, 171, 314, 0, '204'],
  [2, 118, 84, 256, 0, '210'],
  [89, 118, 127, 126, 2, '211'],
  [350, 118, 126, 126, 2, '212'],
  [480, 118, 126, 213, 3, '213'],
  [89, 248, 127, 126, 0, '218'],
  [480, 335, 126, 126, 1, '220'],
  [610, 248, 171, 213, 2, '221'],
  [2, 378, 171, 169, 3, '224'],
  [176, 378, 213, 83, 0, '225'],
  [393, 378, 83, 213, 0, '226'],
  [176, 465, 213, 126, 1, '227'],
  [480, 465, 301, 126, 2, '228'],
  [2, 551, 171, 214, 2, '231'],
  [176, 595, 127, 170, 1, '232'],
  [306, 595, 257, 170, 2, '233'],
  [567, 595, 214, 83, 1, '234'],
  [567, 682, 214, 220, 3, '235'],
  [2, 769, 301, 133, 3, '236'],
  [306, 769, 257, 133, 2, '237'],
] as const

interface CratePatternProps {
  /** `band` crops the picture to the amber crate, for a phone's head. */
  readonly crop?: 'hall' | 'band'
}

/** Packed crates with their labels, one of them amber and unlocked: yours. Art, hidden from screen readers. */
export function CratePattern({ crop = 'hall' }: CratePatternProps) {
  return (
    <svg
      className={classes.pattern}
      viewBox={crop === 'hall' ? '0 0 782 840' : '50 137 477 250'}
      preserveAspectRatio={crop === 'hall' ? 'xMidYMid slice' : 'xMidYMin slice'}
      aria-hidden="true"
    >
      {crates.map(([x, y, width, height, depth, number]) => (
        <g key={number}>
          <rect
            className={classes.crate}
            data-depth={depth}
            x={x}
            y={y}
            width={width}
            height={height}
            rx="4"
          />
          <rect className={classes.tag} x={x + 11} y={Math.max(y, -12) + 11} width="60" height="25" rx="4" />
          <text className={classes.number} x={x + 41} y={Math.max(y, -12) + 28.5}>
            YB{number}
          </text>
        </g>
      ))}
      <rect className={classes.yours} x="219" y="248" width="257" height="126" rx="4" />
      <rect className={classes.yourTag} x="236" y="264.5" width="96" height="38" rx="6" />
      <text className={classes.yourNumber} x="284" y="291.5">
        YA108
      </text>
      <path
        className={classes.lock}
        d="M424 335.5h30a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4h-30a4 4 0 0 1-4-4v-14a4 4 0 0 1 4-4zM428 335v-11a11 11 0 0 1 21.5-3.5"
      />
      <circle className={classes.keyhole} cx="439" cy="346.5" r="3.6" />
    </svg>
  )
}
