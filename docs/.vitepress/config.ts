import { defineConfig } from 'vitepress'
import { renderLiveBlocks } from './markdown/live-blocks.ts'
import { linkRepository } from './markdown/repository-links.ts'
import { sidebar } from './sidebar.ts'

/** The site of the documentation. Pages find each other and the exported mock by relative paths. */
export default defineConfig({
  base: './',
  title: 'calmock',
  description:
    'A mock of the REST API of The Events Calendar in seven languages, over HTTP, in the browser and in tests',
  lang: 'en',
  themeConfig: {
    sidebar,
    search: { provider: 'local' },
    outline: [2, 3],
  },
  markdown: {
    config(md) {
      md.use(linkRepository).use(renderLiveBlocks)
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('ec-') } } },
})
