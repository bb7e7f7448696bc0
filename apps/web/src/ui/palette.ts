import type { MantineColorsTuple } from '@mantine/core'

/** The scales of the design (theme.md 2), built in OKLCH; shade 7 leads in light, 4 in dark. */
export const palette = {
  teal: ['#f1fafa', '#dff3f5', '#bee6ea', '#90d2d8', '#5ab6be', '#28949d', '#0b767e', '#045c62', '#02454a', '#012e32'],
  gray: ['#fbfaf7', '#f5f3f0', '#e9e8e4', '#dad8d3', '#bdbab5', '#93908b', '#72706a', '#575550', '#383633', '#1f1e1b'],
  dark: ['#e3e1dd', '#c0bdb9', '#979590', '#6e6b67', '#4b4945', '#383633', '#292724', '#1f1e1b', '#161512', '#0e0d0b'],
  amber: ['#fff8ee', '#ffedd5', '#ffdba8', '#ffc676', '#fcb24a', '#e79c27', '#c5820f', '#9a6509', '#784e08', '#583806'],
  red: ['#fff5f3', '#ffe7e4', '#ffcdc6', '#fea69c', '#f27a6f', '#e35047', '#cc3430', '#ac2724', '#8b1e1c', '#651815'],
  green: ['#f1fbf3', '#def6e3', '#bcecc8', '#92dba6', '#65c281', '#44a264', '#2f834d', '#22683b', '#1a502d', '#123920'],
  yellow: ['#fefaeb', '#fff4c6', '#ffe992', '#ffde5d', '#f6d236', '#debb19', '#b39615', '#897311', '#68570b', '#4b3f0a'],
  blue: ['#f2f8ff', '#e1efff', '#c0deff', '#94c6f9', '#61a6ec', '#3587d3', '#1d6fb6', '#125a98', '#0c4576', '#0c3254'],
} as const satisfies Record<string, MantineColorsTuple>
