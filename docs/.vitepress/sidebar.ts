import type { DefaultTheme } from 'vitepress'

/** The pages, in the order that a new user needs. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Guide',
    items: [
      { text: 'Start here', link: '/' },
      { text: 'Records', link: '/records' },
      { text: 'Languages', link: '/languages' },
      { text: 'Scenarios and landmarks', link: '/scenarios' },
      { text: 'Worlds and control routes', link: '/control' },
      { text: 'The clock', link: '/clock' },
      { text: 'Faults and delays', link: '/faults' },
      { text: 'Request log', link: '/requests' },
      { text: 'Notes on requests', link: '/explain' },
      { text: 'Dashboard', link: '/dashboard' },
      { text: 'Compare with a service', link: '/compare' },
      { text: 'Coding agents', link: '/agents' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
  },
  {
    text: 'Hosts',
    items: [
      { text: 'Which host?', link: '/hosts/' },
      { text: 'Vite', link: '/hosts/vite' },
      { text: 'Browser, with a bundler', link: '/hosts/browser' },
      { text: 'Browser, without a bundler', link: '/hosts/static-page' },
      { text: 'Storybook', link: '/hosts/storybook' },
      { text: 'Vitest', link: '/hosts/vitest' },
      { text: 'Jest', link: '/hosts/jest' },
      { text: 'node:test', link: '/hosts/node-test' },
      { text: 'Playwright', link: '/hosts/playwright' },
      { text: 'Server rendering', link: '/hosts/server-rendering' },
      { text: 'Cypress', link: '/hosts/cypress' },
      { text: 'Next', link: '/hosts/next' },
      { text: 'Other frameworks', link: '/hosts/other-frameworks' },
      { text: 'Node servers', link: '/hosts/node-servers' },
      { text: 'Your own set-up of MSW', link: '/hosts/msw' },
      { text: 'Any program', link: '/hosts/program' },
      { text: 'Cloudflare Workers', link: '/hosts/cloudflare' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Command line and options', link: '/cli' },
      { text: 'Config file and own records', link: '/config' },
      { text: 'API: common rules', link: '/api/' },
      { text: 'API: events', link: '/api/events' },
      { text: 'API: venues', link: '/api/venues' },
      { text: 'API: organizers', link: '/api/organizers' },
      { text: 'API: categories', link: '/api/categories' },
      { text: 'API: tags', link: '/api/tags' },
      { text: 'TypeScript types', link: '/types' },
      { text: 'Choices', link: '/choices' },
      { text: 'Specification', link: '/specification' },
      { text: 'Limits', link: '/limits' },
      { text: 'Security', link: '/security' },
      { text: 'Measuring', link: '/measuring' },
    ],
  },
  {
    text: 'Operation',
    items: [
      { text: 'Deployment', link: '/deployment' },
      { text: 'Continuous integration', link: '/continuous-integration' },
    ],
  },
  {
    text: 'Migrating',
    items: [
      { text: 'From json-server', link: '/migrating/json-server' },
      { text: 'From hand-written MSW handlers', link: '/migrating/msw' },
      { text: 'From Mirage', link: '/migrating/mirage' },
    ],
  },
]
