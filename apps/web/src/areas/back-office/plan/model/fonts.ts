/**
 * The families of the property panel (specification 2.7: about 34). None is downloaded: the first two are the page's own face, which
 * comes from this server; the others are on people's systems, and where one is not, the page's face stands in (`shape.ts`).
 */
export interface FontGroup {
  readonly kind: 'own' | 'sans' | 'serif' | 'mono' | 'display'
  readonly families: readonly string[]
}

export const fontGroups: readonly FontGroup[] = [
  { kind: 'own', families: ['Open Sans', 'IBM Plex Sans'] },
  {
    kind: 'sans',
    families: [
      'Arial',
      'Arial Black',
      'Arial Narrow',
      'Calibri',
      'Candara',
      'Century Gothic',
      'DejaVu Sans',
      'Franklin Gothic Medium',
      'Gill Sans',
      'Helvetica',
      'Lucida Grande',
      'Noto Sans',
      'PT Sans',
      'Roboto',
      'Segoe UI',
      'Tahoma',
      'Trebuchet MS',
      'Ubuntu',
      'Verdana',
    ],
  },
  {
    kind: 'serif',
    families: [
      'Baskerville',
      'Book Antiqua',
      'Cambria',
      'Garamond',
      'Georgia',
      'Palatino Linotype',
      'Times New Roman',
    ],
  },
  { kind: 'mono', families: ['Consolas', 'Courier New', 'Lucida Console', 'Monaco'] },
  { kind: 'display', families: ['Comic Sans MS', 'Impact'] },
]

export const defaultFont = 'Open Sans'
