import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import { previewAddress, type Category } from './category.ts'
import classes from './categories.module.css'

/** The columns of specification 2.9; the price in each currency instead of roubles alone (decision 14). */
export function CategoriesTable({ categories }: { readonly categories: readonly Category[] }) {
  const t = useTranslations('boxes.cats')
  const format = useFormat()
  const columns: DataTableColumn<Category>[] = [
    { accessor: 'number', title: '#', width: 48, render: (_category, index) => format.number(index + 1) },
    { accessor: 'name', title: t('name') },
    { accessor: 'alias', title: t('alias') },
    { accessor: 'description', title: t('description'), width: 160 },
    {
      accessor: 'size',
      title: t('size'),
      noWrap: true,
      render: ({ minSize, maxSize }) =>
        minSize === maxSize ? format.size(minSize) : `${format.number(minSize)}–${format.size(maxSize)}`,
    },
    {
      accessor: 'prices',
      title: t('price'),
      noWrap: true,
      render: (category) => <Prices category={category} />,
    },
    {
      accessor: 'image',
      title: t('image'),
      render: ({ image, name }) =>
        image == null ? (
          '–'
        ) : (
          <img
            className={classes.thumb}
            src={previewAddress(image)}
            alt={t('imageOf', { name })}
            loading="lazy"
          />
        ),
    },
    {
      accessor: 'options',
      title: t('options'),
      textAlign: 'right',
      render: ({ id, name }) => (
        <Link to="/boxcats/$id" params={{ id }} aria-label={t('editNamed', { name })}>
          {t('edit')}
        </Link>
      ),
    },
  ]
  return <DataTable records={[...categories]} columns={columns} idAccessor="id" />
}

function Prices({ category }: { readonly category: Category }) {
  const t = useTranslations('boxes.cats')
  const format = useFormat()
  if (category.prices.length === 0) return '-'
  return (
    <ul className={classes.prices}>
      {category.prices.map(({ currency, pricePerMeterQuadratic: amount, confirmed }) => (
        <li key={currency}>
          {format.price({ amount, currency })}
          {!confirmed && <span className={classes.unconfirmed}> {t('unconfirmed')}</span>}
        </li>
      ))}
    </ul>
  )
}
