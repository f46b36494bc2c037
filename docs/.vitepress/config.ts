import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfig, type HeadConfig } from 'vitepress'
import manifest from '../../package.json' with { type: 'json' }
import { readDescription } from './markdown/description.ts'
import { renderEmptyHeaders } from './markdown/empty-headers.ts'
import { renderLiveBlocks } from './markdown/live-blocks.ts'
import { nameRepositoryFiles } from './markdown/name-files.ts'
import { renderNames } from './markdown/names.ts'
import { writeMarkdown } from './markdown/pages.ts'
import { drawRecordedPictures } from './markdown/recorded-pictures.ts'
import { slugify } from './markdown/slug.ts'
import { searchOptions } from './search.ts'
import { sidebar } from './sidebar.ts'

/** The groups that readers open most. */
const navigation: DefaultTheme.NavItem[] = sidebar
  .filter(({ text = '' }) => ['Start', 'Use it with', 'Recipes', 'Reference'].includes(text))
  .map(({ text = '', items = [] }) => ({
    text,
    link: items[0]?.link ?? '/',
    activeMatch: `^(${items.map(({ link }) => link).join('|')})$`,
  }))

/** The site of the documentation. Pages find each other and the exported mock by relative paths. */
export default defineConfig({
  base: './',
  title: 'calmock',
  description:
    'A mock of the REST API of The Events Calendar in seven languages, over HTTP, in the browser and in tests',
  lang: 'en',
  // a page has about 3 kB, and the first page has links to all
  router: { prefetchLinks: false },
  themeConfig: {
    siteTitle: `calmock ${manifest.version}`,
    logo: { src: '/logo.svg', alt: '', width: 24, height: 24 },
    nav: navigation,
    sidebar,
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local', options: searchOptions },
    notFound: {
      title: 'Page not found',
      quote: 'No page has this address.',
      linkText: 'Start here',
      linkLabel: 'Start here',
    },
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    anchor: { slugify },
    languageAlias: { conf: 'nginx' },
    async config(md) {
      md.use(nameRepositoryFiles).use(renderLiveBlocks, await drawRecordedPictures())
      md.use(renderNames).use(renderEmptyHeaders)
    },
  },
  transformPageData(page, { siteConfig }) {
    const description =
      page.description || readDescription(`${siteConfig.srcDir}/${page.relativePath}`)
    return { ...(description && { description }) }
  },
  transformHead({ page }) {
    const path = '../'.repeat(page.split('/').length - 1)
    const icon = { rel: 'icon', type: 'image/svg+xml', href: `./${path}logo.svg` }
    const markdown = { rel: 'alternate', type: 'text/markdown', href: `./${basename(page)}` }
    return [['link', icon], ...(page === '404.md' ? [] : [['link', markdown] as HeadConfig])]
  },
  buildEnd: writeMarkdown,
  transformHtml(code, id) {
    const page = fileURLToPath(new URL('404.html', import.meta.url))
    return id.endsWith('404.html') ? readFileSync(page, 'utf8') : code
  },
})
