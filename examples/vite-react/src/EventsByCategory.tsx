import type { Category, CategoryList } from 'calmock'
import { useEffect, useState } from 'react'
import { type Language, texts } from './texts.ts'
import { EventItems } from './UpcomingEvents.tsx'

const labels = {
  en: { category: 'Category', all: 'All' },
  hi: { category: 'श्रेणी', all: 'सभी' },
  ar: { category: 'التصنيف', all: 'الكل' },
}

/** Lists the next five events, or those of the category that the user selects. */
export function EventsByCategory({ language }: { language: Language }) {
  const { dir, heading } = texts[language]
  const api = `/api/${language}/cal/events/v1`
  const categories = useCategories(`${api}/categories?per_page=50`)
  const [selected, setSelected] = useState('')
  const query = new URLSearchParams({ per_page: '5' })
  // without a choice, leave the parameter out: an empty one is an error
  if (selected) query.set('categories', selected)
  const url = `${api}/events?${query}`
  return (
    <section lang={language} dir={dir}>
      <h1>{heading}</h1>
      <label>
        {labels[language].category}{' '}
        <select value={selected} onChange={({ target }) => setSelected(target.value)}>
          <option value="">{labels[language].all}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <EventItems key={url} language={language} url={url} />
    </section>
  )
}

/** Reads all categories. If this fails, the user can still see all events. */
function useCategories(url: string): readonly Category[] {
  const [categories, setCategories] = useState<readonly Category[]>([])
  useEffect(() => {
    const controller = new AbortController()
    fetch(url, { signal: controller.signal })
      .then((response): Promise<CategoryList> => response.json())
      .then(({ categories = [] }) => setCategories(categories))
      .catch(() => {}) // the request was aborted or has failed
    return () => controller.abort()
  }, [url])
  return categories
}
