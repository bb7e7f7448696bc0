/**
 * The roles of theme.md as custom properties: [light, dark]. Screens use these names only, never a shade of a scale,
 * so that both colour schemes are one decision.
 */
const roles: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  bg: ['#f6f5f2', '#141311'],
  surface: ['#ffffff', '#1d1c19'],
  sunk: ['#f1efeb', '#262521'],
  line: ['#e4e2dd', '#34322d'],
  line2: ['#cfccc5', '#45433d'],
  field: ['#93908b', '#75726c'],
  'field-fill': ['#ffffff', '#262521'],
  text: ['#1f1e1b', '#e3e1dd'],
  dim: ['#575550', '#aeaba6'],
  faint: ['#6b6963', '#979590'],
  teal: ['#045c62', '#5ab6be'],
  'teal-hover': ['#02454a', '#90d2d8'],
  'teal-soft': ['#f1fafa', '#13302f'],
  'teal-soft2': ['#dff3f5', '#1a3d3e'],
  'teal-edge': ['#bee6ea', '#28565a'],
  'on-fill': ['#ffffff', '#08201f'],
  'amber-ink': ['#784e08', '#ffc676'],
  'amber-soft': ['#fff8ee', '#33240d'],
  'amber-edge': ['#ffc676', '#6a4a14'],
  'amber-solid': ['#9a6509', '#fcb24a'],
  red: ['#ac2724', '#f27a6f'],
  'red-hover': ['#8b1e1c', '#fea69c'],
  'red-soft': ['#fff5f3', '#381a17'],
  'red-edge': ['#ffcdc6', '#74302a'],
  green: ['#22683b', '#65c281'],
  'green-soft': ['#def6e3', '#15301e'],
  /** Green words on the soft green: lighter than elsewhere in dark. */
  'green-ink': ['#22683b', '#92dba6'],
  'green-edge': ['#92dba6', '#2b5a3a'],
  blue: ['#125a98', '#94c6f9'],
  'blue-soft': ['#f2f8ff', '#10243a'],
  'blue-edge': ['#94c6f9', '#24507d'],
  chosen: ['#f9d43a', '#f6d236'],
  'chosen-ink': ['#1f1e1b', '#1f1e1b'],
  'chosen-edge': ['#1f1e1b', '#fffbe8'],
  /** Ground and chosen part of a segmented control. */
  track: ['#f1efeb', '#141311'],
  thumb: ['#ffffff', '#383633'],
  mass: ['#045c62', '#28949d'],
  yours: ['#e79c27', '#e79c27'],
  crate: ['#045c62', '#5ab6be'],
  /** The part of a paid line that was used up before a debt began. */
  spent: ['#575550', '#979590'],
  rail: ['#ece9e4', '#2c2a26'],
  'shadow-md': [
    '0 2px 4px rgba(31,30,27,.05), 0 8px 24px -6px rgba(31,30,27,.14)',
    '0 0 0 1px #34322d, 0 2px 4px rgba(0,0,0,.1), 0 8px 24px -6px rgba(0,0,0,.28)',
  ],
  'shadow-lg': [
    '0 4px 8px rgba(31,30,27,.05), 0 24px 56px -12px rgba(31,30,27,.26)',
    '0 0 0 1px #34322d, 0 4px 8px rgba(0,0,0,.1), 0 24px 56px -12px rgba(0,0,0,.52)',
  ],
  'shadow-drawer': [
    '-12px 0 36px -18px rgba(31,30,27,.22)',
    '-1px 0 0 #34322d, -12px 0 36px -18px rgba(0,0,0,.44)',
  ],
}

/** The same in both schemes: movement and layers (theme.md 4). */
export const fixedTokens: Readonly<Record<string, string>> = {
  '--st-fast': '90ms',
  '--st-base': '150ms',
  '--st-slow': '200ms',
  '--st-ease': 'cubic-bezier(.2,.7,.2,1)',
  '--st-layer-head': '100',
  '--st-layer-drawer': '200',
  '--st-layer-dialog': '300',
  '--st-layer-toast': '400',
}

/** The roles of one scheme: `--st-bg`, `--st-surface`, … */
export function roleTokens(scheme: 'light' | 'dark'): Record<string, string> {
  const index = scheme === 'light' ? 0 : 1
  return Object.fromEntries(Object.entries(roles).map(([name, values]) => [`--st-${name}`, values[index]]))
}
