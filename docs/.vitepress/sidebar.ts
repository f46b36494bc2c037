import type { DefaultTheme } from 'vitepress'
import { guides } from '../../scripts/entry-points.ts'

/** The pages, in the order that a new user needs. A group is closed unless it has the current page. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Guide',
    collapsed: true,
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
      { text: 'What tests never met', link: '/coverage' },
      { text: 'Dashboard', link: '/dashboard' },
      { text: 'Compare with a service', link: '/compare' },
      { text: 'Coding agents', link: '/agents' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
  },
  {
    text: 'Hosts',
    collapsed: true,
    items: [
      { text: 'Which host?', link: '/hosts/' },
      ...guides.map(([text, page]) => ({ text, link: `/${page.slice(0, -3)}` })),
    ],
  },
  {
    text: 'Reference',
    collapsed: true,
    items: [
      { text: 'Command line and options', link: '/cli' },
      { text: 'Config file and own records', link: '/config' },
      { text: 'API: common rules', link: '/api/' },
      { text: 'API: events', link: '/api/events' },
      { text: 'API: venues', link: '/api/venues' },
      { text: 'API: organizers', link: '/api/organizers' },
      { text: 'API: categories and tags', link: '/api/categories' },
      { text: 'TypeScript types', link: '/types' },
      { text: 'Choices', link: '/choices' },
      { text: 'Specification', link: '/specification' },
      { text: 'Limits and measurements', link: '/limits' },
      { text: 'Security', link: '/security' },
    ],
  },
  {
    text: 'Operation',
    collapsed: true,
    items: [
      { text: 'Deployment', link: '/deployment' },
      { text: 'Continuous integration', link: '/continuous-integration' },
      { text: 'Decisions', link: '/decisions' },
    ],
  },
  {
    text: 'Migrating',
    collapsed: true,
    items: [
      { text: 'From json-server', link: '/migrating/json-server' },
      { text: 'From hand-written MSW handlers', link: '/migrating/msw' },
      { text: 'From Mirage', link: '/migrating/mirage' },
    ],
  },
]
