import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import { palette } from './palette.ts'
import { fixedTokens, roleTokens } from './tokens.ts'

const font =
  "'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const teal = (color: string | undefined): boolean => color === undefined || color === 'teal'

/**
 * Colours of buttons by role: a filled button has dark text in dark, which auto-contrast gets wrong because it looks at
 * the light shade.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const { variant, color } = input
  if (variant === 'filled' && (teal(color) || color === 'red')) {
    const name = color === 'red' ? 'red' : 'teal'
    return {
      background: `var(--st-${name})`,
      hover: `var(--st-${name}-hover)`,
      color: 'var(--st-on-fill)',
      border: '1px solid transparent',
    }
  }
  const ink = color === 'red' ? 'var(--st-red)' : color === 'gray' ? 'var(--st-text)' : 'var(--st-teal)'
  const soft =
    color === 'red' ? 'var(--st-red-soft)' : color === 'gray' ? 'var(--st-sunk)' : 'var(--st-teal-soft)'
  if (variant === 'light')
    return {
      background: teal(color) ? 'var(--st-teal-soft2)' : soft,
      hover: teal(color) ? 'var(--st-teal-edge)' : soft,
      color: ink,
      border: '1px solid transparent',
    }
  if (variant === 'subtle')
    return { background: 'transparent', hover: soft, color: ink, border: '1px solid transparent' }
  if (variant === 'default')
    return {
      background: 'var(--st-surface)',
      hover: 'var(--st-sunk)',
      color: color === 'red' ? 'var(--st-red)' : 'var(--st-text)',
      border: `1px solid ${color === 'red' ? 'var(--st-red-edge)' : 'var(--st-line2)'}`,
    }
  return defaultVariantColorsResolver(input)
}

/** Components are named, not imported: `Modal.extend` here would pull every dialog into the first page. */
/** Hints stand below, so that fields side by side are on one line whether they have one or not. */
const field = {
  defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] as const },
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  colors: palette,
  white: '#ffffff',
  black: '#1f1e1b',
  fontFamily: font,
  fontFamilyMonospace: font,
  fontSizes: { xs: '12.5px', sm: '13.5px', md: '14.5px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '17px', sm: '19px', md: '21px', lg: '24px', xl: '26px' },
  spacing: { xs: '6px', sm: '10px', md: '16px', lg: '24px', xl: '40px' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--st-shadow-md)',
    lg: 'var(--st-shadow-lg)',
    xl: 'var(--st-shadow-lg)',
  },
  headings: {
    fontFamily: font,
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '34px', fontWeight: '620' },
      h2: { fontSize: '17px', lineHeight: '24px', fontWeight: '600' },
      h3: { fontSize: '14.5px', lineHeight: '21px', fontWeight: '600' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', radius: 6 } },
    Checkbox: { defaultProps: { radius: 4, size: 'sm' } },
    Switch: { defaultProps: { withThumbIndicator: true } },
    TextInput: field,
    PasswordInput: field,
    NativeSelect: field,
    Select: field,
    Textarea: field,
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // The head of a dialog is no head of the page, though Mantine makes it a <header>.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        shadow: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: {
      defaultProps: { position: 'right', size: 450, attributes: { header: { role: 'presentation' } } },
    },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, radius: 5 } },
    DatePickerInput: { defaultProps: { popoverProps: { withRoles: false } } },
    SegmentedControl: { defaultProps: { radius: 'md' } },
  },
})

/** Hands the roles to the page and to Mantine's own variables. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const mantine = {
    '--mantine-color-body': 'var(--st-bg)',
    '--mantine-color-text': 'var(--st-text)',
    '--mantine-color-bright': 'var(--st-text)',
    '--mantine-color-dimmed': 'var(--st-dim)',
    '--mantine-color-placeholder': 'var(--st-faint)',
    '--mantine-color-anchor': 'var(--st-teal)',
    '--mantine-color-error': 'var(--st-red)',
    '--mantine-color-default': 'var(--st-surface)',
    '--mantine-color-default-hover': 'var(--st-sunk)',
    '--mantine-color-default-color': 'var(--st-text)',
    '--mantine-color-default-border': 'var(--st-line2)',
    '--mantine-color-disabled': 'var(--st-sunk)',
    '--mantine-color-disabled-color': 'var(--st-faint)',
    '--mantine-color-disabled-border': 'var(--st-line)',
    '--mantine-primary-color-filled': 'var(--st-teal)',
    '--mantine-primary-color-filled-hover': 'var(--st-teal-hover)',
    '--mantine-primary-color-light': 'var(--st-teal-soft2)',
    '--mantine-primary-color-light-color': 'var(--st-teal)',
    '--mantine-primary-color-contrast': 'var(--st-on-fill)',
  }
  return {
    variables: { ...fixedTokens, '--mantine-heading-font-weight': '620' },
    light: { ...roleTokens('light'), ...mantine },
    dark: { ...roleTokens('dark'), ...mantine },
  }
}
