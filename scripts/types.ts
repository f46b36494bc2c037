/** Writes `src/wire.ts`: the types of all requests and responses. A test checks that the file is up to date. */
import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { messages } from '../fixtures/languages/messages.ts'
import type { Query } from '../src/contract/context.ts'
import { neutralPreset } from '../src/contract/presets.ts'
import { resources } from '../src/contract/resources/index.ts'
import { createEndpoints } from '../src/contract/route.ts'
import { createSite, defaultNamespace } from '../src/contract/site.ts'
import { createDocument } from '../src/engine/openapi/document.ts'
import { mockOptions } from '../src/options/mock-options.ts'
import { readDefaults } from '../src/options/option-types.ts'
import { describeFields } from './describe-fields.ts'
import { generateTypes } from './generate-types.ts'

const FILE = new URL('../src/wire.ts', import.meta.url)

/** Returns the OpenAPI document of an English site, with a sentence for each field of responses. */
export function createWireDocument(): Query {
  const site = createSite('en', () => messages.en)
  const namespace = defaultNamespace
  const endpoints = createEndpoints(resources, site, namespace)
  const defaults = readDefaults(mockOptions)
  const settings = { ...defaults, namespace, preset: neutralPreset, users: [], isStrict: false }
  const now = new Date(defaults.now)
  return describeFields(
    createDocument({ endpoints, resources, site, root: site.root, now, settings }),
  )
}

/** Returns the module with its comments in English. */
export const generateWireTypes = (): string =>
  `// Made from the tables by \`npm run types\`.\n\n${generateTypes(createWireDocument())}`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(FILE, generateWireTypes())
