/** The files of a Cloudflare worker by name, as in `examples/cloudflare/`. */
export const workerFiles: Readonly<Record<string, string>> = {
  'worker.js': `import { calmockWorker } from 'calmock/worker'

const { CalmockWorld, fetch } = calmockWorker({
  now: 'today',
  worldIdle: 20_160, // two weeks, in minutes
})

export { CalmockWorld }
export default { fetch }
`,
  'wrangler.jsonc': `{
  "$schema": "node_modules/wrangler/config-schema.json",
  "name": "calmock",
  "main": "worker.js",
  "compatibility_date": "2026-04-01",
  "minify": true,
  "durable_objects": { "bindings": [{ "name": "WORLDS", "class_name": "CalmockWorld" }] },
  "migrations": [{ "tag": "v1", "new_sqlite_classes": ["CalmockWorld"] }]
}
`,
}

/** Names of files that wrangler reads its configuration from. */
export const wranglerFiles: readonly string[] = ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml']
