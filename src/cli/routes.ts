import { Command } from 'commander'
import { messages } from '../../fixtures/languages/messages.ts'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints, listRoutes } from '../contract/route.ts'
import { defaultTimezone } from '../contract/site.ts'
import { createSites, parseNamespace } from '../options/base-url.ts'
import { boolean } from '../options/option-types.ts'
import type { Options } from '../options/options.ts'
import { resolvePaths } from '../options/preset.ts'
import type { Io } from './io.ts'
import { createFlags, Flag } from './option-flags.ts'
import { readSettings } from './settings.ts'

type RouteFlags = Pick<Options, 'sites' | 'root' | 'namespace' | 'preset'> & {
  readonly json?: boolean
}

/** The flags that decide the paths. */
const pathFlags = ['config', 'sites', 'root', 'namespace', 'preset']

/** Creates `calmock routes`, which prints every method and path of the first site as a table or as JSON. */
export function routesCommand(io: Io): Command {
  const command = new Command('routes')
    .description('list every method and path of the first site')
    .addOption(new Flag({ type: boolean, flag: '--json  print JSON' }))
    .allowExcessArguments(false)
  for (const option of createFlags('serve'))
    if (pathFlags.includes(option.attributeName())) command.addOption(option)
  return command
    .hook('preAction', () => readSettings(command, io))
    .action(({ json, ...flags }: RouteFlags) => {
      const routes = listPaths(flags)
      const lines = routes.map(({ method, path }) => `${method.padEnd(7)}${path}`)
      io.stdout.write(json ? `${JSON.stringify(routes, null, 2)}\n` : `${lines.join('\n')}\n`)
    })
}

function listPaths(flags: RouteFlags) {
  const { sites, root, namespace } = resolvePaths(flags)
  const path = parseNamespace(namespace)
  return createSites({ sites, root, timezone: defaultTimezone }, (code) => messages[code])
    .slice(0, 1)
    .flatMap((site) =>
      listRoutes(createEndpoints(resources, site, path)).map((route) => ({
        method: route.method,
        path: `${site.root}/${path}${route.path}`,
      })),
    )
}
