import type { DefaultTheme } from 'vitepress'
import { guides } from '../../scripts/entry-points.ts'

/** Pages for maintainers: they have an address, and are neither in the sidebar nor in the search. */
export const unlisted: readonly string[] = ['/specification', '/decisions']

/** The pages, in the order that a new user needs. A closed group opens for its own pages. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    collapsed: true,
    items: [
      { text: 'Start here', link: '/' },
      { text: 'Thirty wishes', link: '/wishes' },
      { text: 'When it does not work', link: '/troubleshooting' },
    ],
  },
  {
    text: 'Use it with',
    collapsed: false,
    items: [
      { text: 'Which tool?', link: '/hosts/' },
      ...guides
        .filter(([, page]) => page !== 'hosts/cloudflare.md')
        .map(([text, page]) => ({ text, link: `/${page.slice(0, -3)}` })),
      { text: 'Vitest in a browser', link: '/hosts/vitest-browser' },
    ],
  },
  {
    text: 'Recipes',
    collapsed: true,
    items: [
      { text: 'Pages and infinite scroll', link: '/recipes/pages' },
      { text: 'A month', link: '/recipes/month' },
      { text: 'Search and filters', link: '/recipes/filters' },
      { text: 'Forms and their errors', link: '/recipes/forms' },
      { text: 'Sign-in in tests', link: '/recipes/sign-in' },
      { text: 'Right to left', link: '/recipes/right-to-left' },
      { text: 'Slow and failing', link: '/recipes/slow-and-failing' },
      { text: 'Several APIs', link: '/recipes/several-apis' },
      { text: 'Pictures and uploads', link: '/recipes/pictures' },
      { text: 'Screenshots', link: '/recipes/screenshots' },
      { text: 'Continuous integration', link: '/continuous-integration' },
    ],
  },
  {
    text: 'Concepts',
    collapsed: true,
    items: [
      { text: 'Records', link: '/records' },
      { text: 'Sites and languages', link: '/languages' },
      { text: 'Scenarios and landmarks', link: '/scenarios' },
      { text: 'The clock', link: '/clock' },
      { text: 'Faults and delays', link: '/faults' },
      { text: 'Worlds', link: '/worlds' },
      { text: 'Request log', link: '/requests' },
      { text: 'Notes on requests', link: '/explain' },
      { text: 'Dashboard', link: '/dashboard' },
      { text: 'Coverage of API states', link: '/coverage' },
      { text: 'Coding agents', link: '/agents' },
    ],
  },
  {
    text: 'Reference',
    collapsed: true,
    items: [
      { text: 'API: common rules', link: '/api/' },
      { text: 'API: events', link: '/api/events' },
      { text: 'API: venues', link: '/api/venues' },
      { text: 'API: organizers', link: '/api/organizers' },
      { text: 'API: categories and tags', link: '/api/categories' },
      { text: 'The preset: the plugin’s API', link: '/preset' },
      { text: 'Command line and options', link: '/cli' },
      { text: 'Config file and own records', link: '/config' },
      { text: 'Control routes and error codes', link: '/control' },
      { text: 'TypeScript types', link: '/types' },
      { text: 'Choices', link: '/choices' },
      { text: 'Limits', link: '/limits' },
    ],
  },
  {
    text: 'Run it for others',
    collapsed: true,
    items: [
      { text: 'Deployment', link: '/deployment' },
      { text: 'Cloudflare Workers', link: '/hosts/cloudflare' },
      { text: 'Security', link: '/security' },
      { text: 'Compare with a service', link: '/compare' },
    ],
  },
  {
    text: 'Move',
    collapsed: true,
    items: [
      { text: 'From json-server', link: '/migrating/json-server' },
      { text: 'From hand-written MSW handlers', link: '/migrating/msw' },
      { text: 'From Mirage', link: '/migrating/mirage' },
      { text: 'Upgrading', link: '/recipes/upgrading' },
    ],
  },
]
